const { requireVersion } = require('../calls');
const { PROFILES } = require('../jobs');

/** @type {import('.').Operation} */
const listProfiles = {
	name: 'profiles',
	method: 'GET',
	path: '/api/profiles',
	handle(call, { switches }) {
		if (!switches.get('profilesListed')) return { status: 404, html: 'Not Found' };
		requireVersion(call);
		const profiles = PROFILES.map(({ name, turnaround }) => ({ name, turnaround }));
		return { status: 200, body: { profiles } };
	},
};

module.exports = { listProfiles };
