const { allFields, fieldFindings } = require('./fields');
const { findings, RULES } = require('./rules');
const { allTexts } = require('./texts');

test('everything that users read uses plain words', () => {
	expect(findings(allTexts())).toEqual([]);
});

test("every field's description is short, and begins and ends as n8n's own do", () => {
	expect(fieldFindings(allFields())).toEqual([]);
});

/** @param {string} text */
const check = (text) => findings([{ place: 'somewhere.md:1', text }]);

test.each(RULES.map(({ bad, better }) => [bad, better]))('"%s" is found', (bad, better) => {
	expect(check(bad).join()).toContain(better);
});

test.each([
	"The file can't be read",
	'There is no file in this item',
	'The upload URL is no longer valid',
	'Verbit returns a transcript',
	'A service that runs at night',
])('"%s" passes', (text) => {
	expect(check(text)).toEqual([]);
});

test('texts of the nodes, messages, pages and examples are read', () => {
	const places = allTexts().map(({ place }) => place);
	for (const part of [
		'nodes/Verbit/errors/messages/input.ts',
		'credentials/verbitApi/properties.ts',
		'docs/errors.md',
		'README.md',
		'examples/',
		'package.json',
	]) {
		expect({ part, isRead: places.some((place) => place.startsWith(part)) }).toEqual({
			part,
			isRead: true,
		});
	}
});

describe("a field's description", () => {
	/** @param {string} description */
	const check = (description, type = 'string') =>
		fieldFindings([{ place: 'somewhere.ts:1', type, description }]);

	test.each([
		['Name of the job', 'string'],
		['Name of the job. Defaults to the file name.', 'string'],
		['Whether to start the job', 'boolean'],
	])('"%s" passes for a %s', (description, type) => {
		expect(check(description, type)).toEqual([]);
	});

	test.each([
		[
			'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
			'string',
			'16 words',
		],
		['One. Two. Three.', 'string', 'more than two sentences'],
		['Name of the job.', 'string', 'without a full stop'],
		['Name of the job. Defaults to the file name', 'string', 'end with full stops'],
		['Start the job', 'boolean', "a boolean's begins"],
		['Whether to output text', 'options', "only a boolean's begins"],
	])('"%s" is found for a %s', (description, type, problem) => {
		expect(check(description, type).join()).toContain(problem);
	});

	test('fields, options and operations of both nodes and the credential are read', () => {
		const places = allFields().map(({ place }) => place.split(':')[0]);
		for (const file of [
			'credentials/verbitApi/properties.ts',
			'nodes/Verbit/actions/job/wait.ts',
			'nodes/Verbit/download/captionFormats.ts',
			'nodes/VerbitTrigger/properties.ts',
		]) {
			expect(places).toContain(file);
		}
	});
});
