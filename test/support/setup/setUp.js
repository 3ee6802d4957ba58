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
	// First and alone: the other steps are shown and locked with what it installs.
	await ensureDependencies();
	const n8n = ensureN8n();
	// Its failure is shown where it is waited for.
	n8n.catch(() => undefined);
	await meanwhile?.();
	const tarball = await ensureTarball();
	return { n8n: await n8n, tarball };
}

module.exports = { setUp };
