const { ensureDependencies } = require('./dependencies');
const { ensureN8n } = require('./n8n');
const { ensureTarball } = require('./package');

/**
 * Sets up what runs a real n8n with this node in it; at once where it is there. To install n8n takes by far the
 * longest, and goes on beside all the rest.
 *
 * @param {() => Promise<void>} [meanwhile] work that needs the development dependencies alone
 */
async function setUp(meanwhile) {
	const n8n = ensureN8n();
	// Its failure is told where it is waited for.
	n8n.catch(() => undefined);
	await ensureDependencies();
	await meanwhile?.();
	const tarball = await ensureTarball();
	// It needs what has been installed by now.
	const { ensureRecordings } = require('../recordings/recordings');
	const recordings = await ensureRecordings();
	return { n8n: await n8n, tarball, recordings };
}

module.exports = { setUp };
