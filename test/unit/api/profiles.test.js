const { listProfiles } = require('../../../nodes/Verbit/api/profiles');

/** The profiles that are read from an answer. @param {object} data */
const profilesIn = async (data) => {
	const call = jest.fn(async () => ({ status: 200, data, isForeign: false }));
	return await listProfiles(/** @type {any} */ ({ call }));
};

test('profiles come with their turnaround, in the order of the service', async () => {
	const profiles = [
		{ name: 'rush', turnaround: 4 },
		{ name: 'standard', turnaround: 24 },
	];
	expect(await profilesIn({ profiles })).toEqual(profiles);
});

test('a turnaround that is no number is not told', async () => {
	expect(await profilesIn({ profiles: [{ name: 'rush', turnaround: 'soon' }] })).toEqual([
		{ name: 'rush', turnaround: undefined },
	]);
});

test('bare names are profiles as well', async () => {
	expect(await profilesIn({ profiles: ['rush'] })).toEqual([{ name: 'rush' }]);
});

test('entries without a name are left out', async () => {
	const profiles = [null, 17, {}, { name: 5 }, { name: '' }, '', { name: 'rush' }];
	expect(await profilesIn({ profiles })).toEqual([{ name: 'rush', turnaround: undefined }]);
});

test.each([{}, { profiles: null }, { profiles: { name: 'x' } }])(
	'%j has no profiles',
	async (data) => {
		expect(await profilesIn(data)).toEqual([]);
	},
);
