const { readAssetIds } = require('../../../nodes/Verbit/actions/media/attachOperation');

/** What is a list of them, `values.test.js` has. */
test.each([[''], ['   '], ['[]'], [[]], [null], [undefined]])('%p holds no asset ID', (value) => {
	expect(() => readAssetIds('Asset IDs', value)).toThrow("'Asset IDs' is empty");
});

const NO_IDS = ['a,,b', 'a,', '["a", ""]', '["a", null]', '[{}]', ',', '[["a"]]', {}, true];

test.each(NO_IDS)('%j is refused for the entry that is no ID', (value) => {
	expect(() => readAssetIds('Asset IDs', value)).toThrow(
		/^'Asset IDs' must be text in each entry \(got .+\)$/,
	);
});
