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
		['an array in one', [['a', ' b '], 'c'], ['a', 'b', 'c']],
		['a JSON array in a text', ' ["a", "b,c"] ', ['a', 'b,c']],
		['numbers', [1, 'a'], ['1', 'a']],
		['a fraction', 1.5, ['1.5']],
		['empty entries', ['', ' ', 'a'], ['a']],
		['nothing', undefined, []],
		['an empty text', '  ', []],
		['a date', [new Date(0)], ['1970-01-01T00:00:00.000Z']],
	])('may be %s', (_what, value, list) => {
		expect(readTextList('Labels', value)).toEqual(list);
	});

	test.each([
		[[true], 'in each entry (got true)'],
		[[1, Infinity], 'in each entry (got Infinity)'],
		[2 ** 53, 'in each entry (got 9007199254740992)'],
		[[null], 'in each entry (got null)'],
		[{ a: 1 }, 'in each entry (got an object)'],
		['[a, b]', "must be a JSON array (got text that isn't valid JSON)"],
	])('can not hold %j', (value, told) => {
		expect(() => readTextList('Labels', value)).toThrow(told);
	});

	test('may have its entries handed on as they are', () => {
		expect(readList('Asset IDs', ['a', 1, null])).toEqual(['a', 1, null]);
	});
});

test.each([['   '], ['[]'], [[]], [null]])('%p holds no asset ID', (value) => {
	expect(() => readAssetIds('Asset IDs', value)).toThrow("'Asset IDs' is empty");
});

test.each(['a,,b', 'a,', '["a", ""]', '["a", null]', '[["a"]]', {}, true])(
	'%j is refused for the entry that is no ID',
	(value) => {
		expect(() => readAssetIds('Asset IDs', value)).toThrow(
			/^'Asset IDs' must be text in each entry \(got .+\)$/,
		);
	},
);

describe('a switch', () => {
	const toggleThatIs = (/** @type {boolean} */ byDefault) =>
		toggle('Draft', 'draft', { default: byDefault, description: '' });
	const draft = toggleThatIs(true);

	test.each([
		[true, [true, ' TRUE\n', 1, '1']],
		[false, [false, 'False', 0, '0']],
	])('is %p in any form', (expected, forms) => {
		expect(forms.map(draft.read)).toEqual(forms.map(() => expected));
	});

	test.each(['no', '', 2, {}, [true]])('that is %j is refused by name', (given) => {
		expect(() => draft.read(given)).toThrow(/^'Draft' must be true or false \(got /);
	});

	test.each([undefined, null])(
		'that is %p is none in a field, and the default of an option',
		(no) => {
			expect(() => draft.read(no)).toThrow("'Draft' must be true or false");
			expect(draft.readIn({ draft: no })).toBe(true);
			expect(toggleThatIs(false).readIn({ draft: no })).toBe(false);
		},
	);
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
			...['  ', undefined, null].map((nothing) => [nothing, {}]),
		]),
	)('%j is taken as it is', (value, object) => {
		expect(readMetadata(value)).toEqual(object);
		expect(readExtra(value)).toEqual(object);
	});

	const PLAIN = 'a JSON object of texts, exact numbers, booleans, lists and objects (got ';
	const TWICE = 'a JSON object (got the same name twice)';

	test.each(
		/** @type {Array<[unknown, string]>} */ ([
			...['[{"a": 1}]', '"text"', 'null', [1], 17].map((value) => [value, 'a JSON object (got ']),
			['{room: 12}', "a JSON object (got text that isn't valid JSON)"],
			...[NaN, 1 / 0, 2 ** 60 + 1].map((b) => [{ a: [{ b }] }, PLAIN]),
			['{"a": 12345678901234567890}', PLAIN],
			...[new Date(), new Map([[1, 2]]), [new Set()], [undefined]].map((a) => [{ a }, PLAIN]),
			['{"a": 1, "a": 2}', TWICE],
			['{"b": [{"a": "x:", "c": ":", "a": "\\""}]}', TWICE],
		]),
	)('can not be %j: nothing is sent as another value', (value, form) => {
		for (const [name, read] of Object.entries({
			'Extra Fields': readExtra,
			'Job Metadata': readMetadata,
		}))
			expect(outcomeOf(() => read(value))).toContain(`VALUE_INVALID: '${name}' must be ${form}`);
	});

	test('may have a hundred levels, and not so many that reading or saving it would fail', () => {
		const nested = (/** @type {number} */ levels) =>
			`${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;
		expect(JSON.stringify(readExtra(nested(98)))).toBe(nested(98));
		for (const json of [nested(102), nested(100_000), JSON.parse(nested(5000))]) {
			expect(outcomeOf(() => readExtra(json))).toMatch(
				/^VALUE_INVALID: 'Extra Fields' must be a JSON object with at most 100 nested levels/,
			);
		}
	});

	test.each([
		['{"a": 1, "deep": {}}', { a: 1, deep: {} }],
		[{ deep: [] }, { deep: [] }],
	])('%j may be extra fields, and no metadata: those are flat', (value, object) => {
		expect(readExtra(value)).toEqual(object);
		expect(outcomeOf(() => readMetadata(value))).toContain('(got nested values in "deep")');
	});

	test('may have no field that the node sends from a field of its own', () => {
		expect(outcomeOf(() => readExtra('{"speakers": 2, "job_name": "x"}'))).toContain(
			"VALUE_INVALID: Enter \"job_name\" in 'Job Name', not in 'Extra Fields'",
		);
	});
});
