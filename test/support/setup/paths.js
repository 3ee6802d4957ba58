const path = require('node:path');

const checkout = path.resolve(__dirname, '../../..');

/**
 * Where everything that is too large for the checkout's own dependencies is kept.
 * Several clones can share one folder, so that n8n is installed once a machine.
 */
const runtime = path.resolve(
	process.env.N8N_NODES_VERBIT_RUNTIME || path.join(checkout, '.runtime'),
);

module.exports = { checkout, runtime };
