const { allFields, fieldFindings } = require('./fields');
const { findings, RULES } = require('./rules');
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
	expect(fields.length).toBeGreaterThan(RULES.length);
	expect(fieldFindings(fields)).toEqual([]);
});

const PLAIN = [
	"The file can't be read",
	'There is no file in this item',
	'The upload URL is no longer valid',
	'A service that runs at night',
];

test('each rule finds what it is against, and nothing plain', () => {
	const found = (/** @type {string} */ text) => findings([{ place: 'x.md:1', text }]).join();
	expect(RULES.filter(({ bad, better }) => !found(bad).includes(better))).toEqual([]);
	expect(PLAIN.map(found).join('')).toBe('');
});

test("a field's description is judged by its length, its stops and its first word", () => {
	const judged = [
		['Name of the job', 'string'],
		['Name of the job. Defaults to the file name.', 'string'],
		['Whether to start the job', 'boolean'],
		[Array(16).fill('word').join(' '), 'string', '16 words'],
		['One. Two. Three.', 'string', 'more than two sentences'],
		['Name of the job.', 'string', 'without a full stop'],
		['Name of the job. Defaults to the file name', 'string', 'end with full stops'],
		['Start the job', 'boolean', "a boolean's begins"],
		['Whether to output text', 'options', "only a boolean's begins"],
	];
	for (const [description, type, problem = ''] of judged) {
		const found = fieldFindings([{ place: 'x.ts:1', type, description }]).join();
		expect({ description, found }).toEqual({
			description,
			found: problem === '' ? '' : expect.stringContaining(problem),
		});
	}
});
