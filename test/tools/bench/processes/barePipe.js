const path = require('node:path');
const { run } = require('../../../support/setup/command');

const SCRIPT = path.join(__dirname, 'pipe.js');

/**
 * @param {object} options
 * @param {string} options.node the Node.js binary, the same as n8n's
 * @param {string} options.url
 * @param {string} options.file
 * @param {string} options.warmUpFile
 * @param {boolean} options.md5
 * @returns {Promise<{ ms: number, peak: number }>}
 */
async function putWithPipe({ node, url, file, warmUpFile, md5 }) {
	const args = [SCRIPT, url, file, warmUpFile, ...(md5 ? ['md5'] : [])];
	const { ms, peak } = JSON.parse(await run(node, args, { cwd: __dirname }));
	return { ms, peak: peak ?? NaN };
}

module.exports = { putWithPipe };
