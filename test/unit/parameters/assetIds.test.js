const fc = require('../../support/fastCheck');
const { readAssetIds } = require('../../../nodes/Verbit/parameters/assetIds');

const assetId = fc.stringMatching(/^[A-Za-z0-9_.:/+=-]{1,40}$/);
const assetIds = fc.uniqueArray(assetId, { minLength: 1, maxLength: 12 });

test('any list of IDs reads the same from an array, from JSON and from a comma-separated string', () => {
	fc.assert(
		fc.property(assetIds, (ids) => {
			expect(readAssetIds(ids)).toEqual(ids);
			expect(readAssetIds(JSON.stringify(ids))).toEqual(ids);
			expect(readAssetIds(ids.join(' , '))).toEqual(ids);
		}),
	);
});

test('an ID that stands twice is refused and named, wherever it stands', () => {
	fc.assert(
		fc.property(assetIds, fc.nat(), fc.nat(), (ids, which, where) => {
			const repeated = ids[which % ids.length];
			const list = [...ids];
			list.splice(where % (ids.length + 1), 0, repeated);
			expect(() => readAssetIds(list)).toThrow(
				`'Asset IDs' has ${JSON.stringify(repeated)} more than once`,
			);
		}),
	);
});

test('numbers are taken as IDs', () => {
	expect([[1, '2'], 7].map((value) => readAssetIds(value))).toEqual([['1', '2'], ['7']]);
});

const NONE = 'is empty';
const NO_TEXT = 'must be text in each entry (got ';

test.each(
	/** @type {Array<[unknown, string]>} */ ([
		...['', '   ', '[]', [], null, undefined].map((value) => [value, NONE]),
		...['a,,b', 'a,', ',', {}, true].map((value) => [value, NO_TEXT]),
		...['["a", ""]', '["a", null]', '[{}]', '[["a"]]'].map((value) => [value, NO_TEXT]),
		['["a", "b"', 'must be a JSON array'],
	]),
)('%p is refused: %s', (value, reason) => {
	expect(() => readAssetIds(value)).toThrow(`'Asset IDs' ${reason}`);
});
