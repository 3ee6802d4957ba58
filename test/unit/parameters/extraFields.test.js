const { extraFields } = require('../../../nodes/Verbit/parameters/extraFields');

const OWN = { job_name: 'Job Name', v: 'API Version' };

/** @param {unknown} value */
const read = (value) => extraFields('Extra Fields', 'speakers', OWN).read(value);

test.each([
	['{"speakers": ["Ann"], "glossary": {"id": 7}}', { speakers: ['Ann'], glossary: { id: 7 } }],
	[{ options: { diarize: true } }, { options: { diarize: true } }],
	[
		'{"none": null, "constructor": 1, "Job_Name": "x"}',
		{ none: null, constructor: 1, Job_Name: 'x' },
	],
	['  ', {}],
	['{}', {}],
	[undefined, {}],
	[null, {}],
])('%j is taken as it is', (value, fields) => {
	expect(read(value)).toEqual(fields);
});

test.each(['[{"a": 1}]', '"text"', 'null', '17', [1], true])('%j is no object', (value) => {
	expect(() => read(value)).toThrow(/^'Extra Fields' must be a JSON object \(got .+\)$/);
	expect(codeOf(value)).toBe('JSON_INVALID');
});

test('a text that is no JSON is told', () => {
	expect(() => read('{speakers: 2}')).toThrow(
		"'Extra Fields' must be a JSON object (got text that isn't valid JSON)",
	);
	expect(codeOf('{speakers: 2}')).toBe('JSON_INVALID');
});

test.each(['{"speakers": 2, "job_name": "x"}', { job_name: undefined }])(
	'%j has a field that the node sends from a field of its own',
	(value) => {
		expect(() => read(value)).toThrow(
			"'Extra Fields' contains job_name, but the node sends it from the field 'Job Name'",
		);
		expect(codeOf(value)).toBe('EXTRA_FIELD_HAS_OWN_FIELD');
	},
);

/** @param {unknown} value */
function codeOf(value) {
	try {
		return read(value);
	} catch (error) {
		return /** @type {any} */ (error).details.code;
	}
}
