const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');
const { recordings } = require('../../support/recordings/recordings');
const { scenesOf } = require('../../tools/demo/scenes');
const { uploadTable } = require('../../tools/demo/story');

const MAX_COLUMNS = 100;

/** A row for each scene, with the largest values that a slow machine brings. */
function longestRows() {
	const scenes = scenesOf({ captionsFile: 'x.srt', newJob: () => 1001 });
	const md5 = '0123456789abcdef0123456789abcdef';
	const { size } = statSync(recordings.whole);
	const file = path.basename(recordings.partOne);
	const known = { job: 1001, file, bytes: size, md5Sent: md5, md5Stored: md5, ms: 999_999 };
	return scenes.map(({ title }) => ({ workflow: title, ...known }));
}

test('the table of the demo fits a terminal of 100 columns, however slow the uploads were', () => {
	const lines = uploadTable(longestRows()).split('\n');
	expect(lines.slice(2)).toHaveLength(longestRows().length);
	expect(lines[2]).toContain('999999');
	for (const line of lines) expect(line.length).toBeLessThanOrEqual(MAX_COLUMNS);
});

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
