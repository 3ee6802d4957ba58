const { ensureDependencies } = require('./dependencies');
const { ensureN8n } = require('./n8n');
const { ensureTarball } = require('./package');

/** Sets up what runs a real n8n with this node in it; at once where it is there. */
async function setUp() {
	// First and alone: the other steps are shown and locked with what it installs.
	await ensureDependencies();
	const [n8n, tarball] = await Promise.all([ensureN8n(), ensureTarball()]);
	return { n8n, tarball };
}

module.exports = { setUp };
