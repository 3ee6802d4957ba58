/** The account's profiles. Only some may merge or have a backup recording, as with the real service, where its support gives that right. */
const PROFILES = [
	{ name: 'standard', turnaround: 24, mayMerge: true, mayHaveBackup: true },
	{ name: 'premium', turnaround: 4, mayMerge: true, mayHaveBackup: true },
	{ name: 'no-merge', turnaround: 24, mayMerge: false, mayHaveBackup: false },
];

/** @param {string} name */
function findProfile(name) {
	return PROFILES.find((profile) => profile.name === name);
}

module.exports = { PROFILES, findProfile };
