const { readFileSync } = require('node:fs');
const path = require('node:path');

test('the editor of the demo prints how to sign in, and what n8n may read and a credential needs', () => {
	const text = readFileSync(path.resolve(__dirname, '../../tools/demo/editor.txt'), 'utf8');
	const lines = text.split('\n').map((line) => line.trim().replace(/ {2,}/, ': '));
	expect(lines).toEqual(
		expect.arrayContaining([
			'Email: {{email}}',
			'Password: {{password}}',
			'{{workflow}}',
			'{{folder}}',
			'Base URL: {{baseUrl}}',
			'Authentication URL: {{authUrl}}',
			'API Key: {{apiKey}}',
		]),
	);
	expect(text).toContain("'Environment' to Custom");
});
