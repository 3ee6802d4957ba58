const { ownNode, readFiles, verbit, webhook, workflow } = require('../../support/n8n/workflow');
const { httpRequestUpload } = require('../bench/lab');

/**
 * @typedef {{ id: string, name: string }} Credential
 * @typedef {{ baseUrl: string, credential: Credential, header: Credential }} Access the credential of this node, and one with
 *   an access token for the HTTP Request node
 */

/** The same workflow with neither, three HTTP Request nodes, or this node. The others are compared with the first. */
const WAYS = /** @type {const} */ (['none', 'http', 'verbit']);

const BODY = "$('Webhook').item.json.body";

/** A call that a user wires by hand. @param {string} name @param {string} call @param {string} jobId an expression @param {Access} access @param {string} jsonBody */
const httpRequest = (name, call, jobId, { baseUrl, header }, jsonBody) => ({
	...ownNode(name, 'httpRequest', 4.2, {
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		url: `=${baseUrl}/job/${call}?v=4&job_id=${jobId}`,
		method: 'POST',
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
	}),
	credentials: { httpHeaderAuth: header },
});

/** A recording from the disk to a job's media, in a workflow whose webhook has its name. @param {typeof WAYS[number]} way @param {Access} access */
function recordingFlow(way, access) {
	const jobId = `{{ ${BODY}.job_id }}`;
	const readFile = readFiles(`={{ ${BODY}.file }}`);
	const media = { mediaSource: 'binary', binaryPropertyName: 'data' };
	const addMedia = { resource: 'media', operation: 'add', jobId: `=${jobId}`, ...media };
	const fileName = '{ "file_name": "recording.bin" }';
	const assetIds = "={{ { asset_ids: [$('Add Asset').item.json.asset_id] } }}";
	const nodes = {
		none: [readFile],
		verbit: [readFile, verbit('Add Media', addMedia, access.credential)],
		http: [
			httpRequest('Add Asset', 'add_asset', jobId, access, fileName),
			readFile,
			httpRequestUpload("={{ $('Add Asset').item.json.upload_url }}"),
			httpRequest('Add Media', 'add_media', jobId, access, assetIds),
		],
	};
	return workflow(way, [webhook(way, { responseMode: 'onReceived' }), ...nodes[way]]);
}

module.exports = { recordingFlow, WAYS };
