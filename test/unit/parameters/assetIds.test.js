const { readAssetIds } = require('../../../nodes/Verbit/actions/media/attachOperation');
const fc = require('../../support/fastCheck');

const assetId = fc.stringMatching(/^[A-Za-z0-9_.:/+=-]{1,40}$/);
const assetIds = fc.uniqueArray(assetId, { minLength: 1, maxLength: 12 });

test('any list of IDs reads the same from an array, from JSON and from a comma-separated string', () => {
	fc.assert(
		fc.property(assetIds, (ids) => {
			expect(readAssetIds('Asset IDs', ids)).toEqual(ids);
			expect(readAssetIds('Asset IDs', JSON.stringify(ids))).toEqual(ids);
			expect(readAssetIds('Asset IDs', ids.join(' , '))).toEqual(ids);
		}),
	);
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
