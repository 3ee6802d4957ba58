/** n8n's own HTTP client, as `this.helpers.httpRequest` of a node uses it, without the engine around it. */

/** The very module that n8n-core uses. @param {string} name */
const requireOfCore = (name) =>
	require(require.resolve(name, { paths: [require.resolve('n8n-core')] }));
const { Container } = requireOfCore('@n8n/di');
const { OutboundHttp } = requireOfCore('@n8n/backend-network');

const httpRequest = async (/** @type {import('n8n-workflow').IHttpRequestOptions} */ options) =>
	await Container.get(OutboundHttp).requests().request(options);

module.exports = { httpRequest };
