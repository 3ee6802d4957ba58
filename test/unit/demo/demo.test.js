const { readFileSync } = require('node:fs');
const path = require('node:path');

test('the demo that stays open prints what a credential made by hand needs', () => {
	const text = readFileSync(path.resolve(__dirname, '../../tools/demo/editor.txt'), 'utf8');
	const lines = text.split('\n').map((line) => line.trim().replace(/ {2,}/, ': '));
	expect(lines).toEqual(
		expect.arrayContaining([
			'Base URL: {{baseUrl}}',
			'Authentication URL: {{authUrl}}',
			'API Key: {{apiKey}}',
		]),
	);
	expect(text).toContain("'Environment' to Custom");
});
