const { allFields, fieldFindings } = require('./fields');
const { findings } = require('./rules');
const { allTexts } = require('./texts');

/** Places that are read, of each kind. */
const PLACES = [
	'nodes/Verbit/errors/messages/',
	'credentials/',
	'docs/',
	'README.md',
	'examples/',
	'package.json',
];

test('everything that users read uses plain words', () => {
	const texts = allTexts();
	expect(PLACES.filter((part) => !texts.some(({ place }) => place.startsWith(part)))).toEqual([]);
	expect(findings(texts)).toEqual([]);
});

test("every field's description is short, and begins and ends as n8n's own do", () => {
	const fields = allFields();
	expect(fields.length).toBeGreaterThan(50);
	expect(fieldFindings(fields)).toEqual([]);
});
