const { ensureN8n } = require('./n8n');
const { ensureTarball } = require('./package');

/** Before the tests with a whole n8n: no test's time limit holds an install or a build. */
module.exports = async () => {
	await Promise.all([ensureN8n(), ensureTarball()]);
};
