const { readAssetIds } = require('../../../nodes/Verbit/actions/media/attachOperation');
const { extraFields, toggle } = require('../../../nodes/Verbit/parameters/field');
const {
	readFlatObject,
	readText,
	readTextList,
	readList,
} = require('../../../nodes/Verbit/parameters/values');
const { outcomeOf } = require('../outcome');

test.each([NaN, 1 / 0, 2 ** 60 + 1])('%d has no exact digits: it is no text', (number) => {
	expect(outcomeOf(() => readText('Name', number))).toMatch(/^VALUE_INVALID: 'Name' must be text/);
});

describe('a list', () => {
	test.each([
		['a text with commas', 'a, b ,c', ['a', 'b', 'c']],
		['an array', ['a', ' b '], ['a', 'b']],
		['an array inside of one', [['a', 'b'], 'c'], ['a', 'b', 'c']],
		['a JSON array in a text', ' ["a", "b,c"] ', ['a', 'b,c']],
		['numbers', [1, 'a'], ['1', 'a']],
		['a fraction', 1.5, ['1.5']],
		['empty entries', ['', ' ', 'a'], ['a']],
		['nothing', undefined, []],
		['an empty text', '  ', []],
		['null', null, []],
		['a date', [new Date(0)], ['1970-01-01T00:00:00.000Z']],
	])('may be %s', (_what, value, list) => {
		expect(readTextList('Labels', value)).toEqual(list);
	});

	test.each([
		[[true], 'true'],
		[[NaN], 'NaN'],
		[[1, Infinity], 'Infinity'],
		[2 ** 53, '9007199254740992'],
		[[null], 'null'],
		[{ a: 1 }, 'an object'],
	])('can not hold %j', (value, told) => {
		const message = `'Labels' must be text in each entry (got ${told})`;
		expect(() => readTextList('Labels', value)).toThrow(message);
	});

	test('that begins as a JSON array and is none is told, and its entries are handed on as they are', () => {
		expect(() => readTextList('Labels', '[a, b]')).toThrow(
			"'Labels' must be a JSON array (got text that isn't valid JSON)",
		);
		expect(readList('Asset IDs', ['a', 1, null])).toEqual(['a', 1, null]);
	});
});

test.each([[''], ['   '], ['[]'], [[]], [null], [undefined]])('%p holds no asset ID', (value) => {
	expect(() => readAssetIds('Asset IDs', value)).toThrow("'Asset IDs' is empty");
});

const NO_IDS = ['a,,b', 'a,', '["a", ""]', '["a", null]', '[{}]', ',', '[["a"]]', {}, true];

test.each(NO_IDS)('%j is refused for the entry that is no ID', (value) => {
	expect(() => readAssetIds('Asset IDs', value)).toThrow(
		/^'Asset IDs' must be text in each entry \(got .+\)$/,
	);
});

describe('a switch', () => {
	const draft = toggle('Draft', 'draft', { default: true, description: '' });

	test.each([
		[true, [true, 'true', ' TRUE\n', 1, '1']],
		[false, [false, 'false', 'False', 0, '0']],
	])('is %p in any form', (expected, forms) => {
		expect(forms.map(draft.read)).toEqual(Array(forms.length).fill(expected));
		const inOptions = forms.map((form) => draft.readIn({ draft: form }));
		expect(inOptions).toEqual(Array(forms.length).fill(expected));
	});

	test.each(['no', '', 2, NaN, {}, [], [true]])('that is %j is refused by name', (given) => {
		const message = /^'Draft' must be true or false \(got /;
		expect(() => draft.read(given)).toThrow(message);
		expect(() => draft.readIn(/** @type {any} */ ({ draft: given }))).toThrow(message);
	});

	test('that is not set is refused in a field, and is the default of an option', () => {
		for (const nothing of [undefined, null]) {
			expect(() => draft.read(nothing)).toThrow("'Draft' must be true or false");
			expect(draft.readIn({ draft: nothing })).toBe(true);
			expect(
				toggle('Draft', 'draft', { default: false, description: '' }).readIn({ draft: nothing }),
			).toBe(false);
		}
	});
});

describe('a JSON object', () => {
	const OWN = { job_name: 'Job Name', v: 'API Version' };
	const readExtra = extraFields('Extra Fields', 'speakers', OWN).read;
	const readMetadata = (/** @type {unknown} */ value) => readFlatObject('Job Metadata', value);

	test.each(
		/** @type {Array<[unknown, object]>} */ ([
			['{"room": 12, "live": true, "note": null}', { room: 12, live: true, note: null }],
			['{"constructor": 1, "Job_Name": "x"}', { constructor: 1, Job_Name: 'x' }],
			[{ room: 12 }, { room: 12 }],
			...['  ', '{}', undefined, null].map((nothing) => [nothing, {}]),
		]),
	)('%j is taken as it is', (value, object) => {
		expect(readMetadata(value)).toEqual(object);
		expect(readExtra(value)).toEqual(object);
	});

	const NO_OBJECTS = ['[{"a": 1}]', '"text"', 'null', '17', [1], 17, true, '{room: 12}'];

	test.each(NO_OBJECTS)('%j is none', (value) => {
		const form = /^VALUE_INVALID: '(Job Metadata|Extra Fields)' must be a JSON object \(got .+\)\n/;
		expect(outcomeOf(() => readMetadata(value))).toMatch(form);
		expect(outcomeOf(() => readExtra(value))).toMatch(form);
		const isText = value === '{room: 12}';
		expect(String(outcomeOf(() => readExtra(value))).includes("isn't valid JSON")).toBe(isText);
	});

	const PLAIN = 'a JSON object of texts, exact numbers, booleans, lists and objects \\(got ';

	test.each(
		/** @type {Array<[string, unknown[]]>} */ ([
			[
				PLAIN,
				[...[NaN, 1 / 0, 2 ** 60 + 1].map((b) => ({ a: [{ b }] })), '{"a": 12345678901234567890}'],
			],
			[PLAIN, [new Date(), new Map([[1, 2]]), /a/, [new Set()], [undefined]].map((a) => ({ a }))],
			[
				'a JSON object \\(got the same name twice',
				['{"a": 1, "a": 2}', '{"b": [{"a": "x:", "c": ":", "a": "\\""}]}'],
			],
		]),
	)('must be %s: nothing is sent as another value', (form, values) => {
		for (const value of values) {
			expect(outcomeOf(() => readExtra(value))).toMatch(
				new RegExp(`^VALUE_INVALID: .* must be ${form}`),
			);
			expect(outcomeOf(() => readMetadata(value))).toMatch(/^VALUE_INVALID/);
		}
	});

	test('may have a hundred levels, and not so many that reading or saving it would fail', () => {
		const nested = (/** @type {number} */ levels) =>
			`${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;
		expect(JSON.stringify(readExtra(nested(98)))).toBe(nested(98));
		for (const json of [nested(102), nested(5000), nested(100_000), JSON.parse(nested(5000))]) {
			for (const read of [readExtra, readMetadata]) {
				expect(outcomeOf(() => read(json))).toMatch(
					/^VALUE_INVALID: '(Extra Fields|Job Metadata)' must be a JSON object with at most 100 nested levels/,
				);
			}
		}
	});

	test.each([
		['{"a": 1, "deep": {}}', { a: 1, deep: {} }],
		[{ deep: [] }, { deep: [] }],
	])('%j may be extra fields, and no metadata: those are flat', (value, object) => {
		expect(readExtra(value)).toEqual(object);
		expect(outcomeOf(() => readMetadata(value))).toContain('(got nested values in "deep")');
	});

	const WITH_OWN = ['{"speakers": 2, "job_name": "x"}', { job_name: undefined }];

	test.each(WITH_OWN)('%j has a field that the node sends from a field of its own', (value) => {
		expect(outcomeOf(() => readExtra(value))).toContain(
			"VALUE_INVALID: Enter \"job_name\" in 'Job Name', not in 'Extra Fields'",
		);
	});
});
