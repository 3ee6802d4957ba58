const { ownNode, readFiles, verbit, webhook, workflow } = require('../../support/n8n/workflow');
const { httpRequestUpload } = require('../bench/lab');

/**
 * @typedef {'get' | 'addMedia'} SmallJob
 * @typedef {{ id: string, name: string }} Credential
 * @typedef {{ baseUrl: string, credential: Credential, header: Credential }} Access the credential of this node, and one with
 *   an access token for the HTTP Request node
 */

/** The same workflow with neither, three HTTP Request nodes, or this node. The others are compared with the first. */
const WAYS = /** @type {const} */ (['none', 'http', 'verbit']);

/** The node whose time is taken, where there are many small calls. */
const ITEMS = 'Items';

const BODY = "$('Webhook').item.json.body";
const MEDIA_URL = 'https://media.example/talk.mp4';

/** A workflow whose webhook has its name. @param {string} name @param {import('../../support/n8n/workflow').WorkflowNode[]} nodes */
const called = (name, ...nodes) =>
	workflow(name, [webhook(name, { responseMode: 'onReceived' }), ...nodes]);

/**
 * A call that a user wires by hand: with a body a POST.
 * @param {string} name @param {string} call @param {string} jobId an expression @param {Access} access @param {string} [jsonBody]
 */
const httpRequest = (name, call, jobId, { baseUrl, header }, jsonBody) => ({
	...ownNode(name, 'httpRequest', 4.2, {
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		url: `=${baseUrl}/job/${call}?v=4&job_id=${jobId}`,
		...(jsonBody && { method: 'POST', sendBody: true, specifyBody: 'json', jsonBody }),
	}),
	credentials: { httpHeaderAuth: header },
});

/** A recording from the disk to a job's media. @param {typeof WAYS[number]} way @param {Access} access */
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
	return called(way, ...nodes[way]);
}

/** Many small calls in one execution, with this node and with HTTP Request. @param {SmallJob} job @param {Access} access */
function itemsFlow(job, access) {
	const jobId = "{{ $json['body.jobs'] ?? $json.jobs }}";
	const split = ownNode('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.jobs', options: {} });
	const add = { resource: 'media', operation: 'add', mediaSource: 'url', mediaUrl: MEDIA_URL };
	const action = job === 'get' ? { resource: 'job', operation: 'get' } : add;
	const body = JSON.stringify({ media_url: MEDIA_URL });
	const own = verbit(ITEMS, { ...action, jobId: `=${jobId}` }, access.credential);
	const other =
		job === 'get'
			? httpRequest(ITEMS, 'info', jobId, access)
			: httpRequest(ITEMS, 'add_media', jobId, access, body);
	return [called(`${job}-verbit`, split, own), called(`${job}-http`, split, other)];
}

module.exports = { ITEMS, itemsFlow, recordingFlow, WAYS };
