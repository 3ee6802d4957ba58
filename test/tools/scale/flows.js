const { ownNode, readFiles, verbit, webhook, workflow } = require('../../support/n8n/workflow');
const { httpRequestUpload } = require('../bench/lab');

/**
 * @typedef {'get' | 'addMedia'} SmallJob
 *
 * @typedef {object} Access
 * @property {string} baseUrl
 * @property {{ id: string, name: string }} credential of this node
 * @property {{ id: string, name: string }} header with an access token, for the HTTP Request node
 */

/** Of the webhook that starts a workflow. @param {string} name */
const pathOf = (name) => `scale-${name}`;

/** The node whose time is taken, where there are many small calls. */
const ITEMS = 'Items';

const BODY = "$('Webhook').item.json.body";
const MEDIA_URL = 'https://media.example/talk.mp4';

/** @param {string} name */
const trigger = (name) => webhook(pathOf(name), { responseMode: 'onReceived' });

/** From the disk into n8n's storage of files, as every node does that brings a recording. */
const readFile = readFiles(`={{ ${BODY}.file }}`);

/**
 * A call that a user wires by hand: with a body a POST.
 * @param {string} name @param {string} call @param {string} jobId an expression
 * @param {Access} access @param {string} [jsonBody]
 */
const httpRequest = (name, call, jobId, { baseUrl, header }, jsonBody) => ({
	...ownNode(name, 'httpRequest', 4.2, {
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		...(jsonBody && { method: 'POST' }),
		url: `=${baseUrl}/job/${call}?v=4&job_id=${jobId}`,
		...(jsonBody && { sendBody: true, specifyBody: 'json', jsonBody }),
	}),
	credentials: { httpHeaderAuth: header },
});

/** A recording from the disk to a job's media. @param {import('./scope').Way} way @param {Access} access */
function recordingFlow(way, access) {
	const jobId = `{{ ${BODY}.job_id }}`;
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
	return workflow(`Recording, ${way}`, [trigger(way), ...nodes[way]]);
}

/** Many small calls in one execution. @param {SmallJob} job @param {'verbit' | 'http'} way @param {Access} access */
function itemsFlow(job, way, access) {
	const jobId = "{{ $json['body.jobs'] ?? $json.jobs }}";
	const get = { resource: 'job', operation: 'get' };
	const add = { resource: 'media', operation: 'add', mediaSource: 'url', mediaUrl: MEDIA_URL };
	const own = (/** @type {object} */ parameters) =>
		verbit(ITEMS, { ...parameters, jobId: `=${jobId}` }, access.credential);
	/** @type {(call: string, jsonBody?: string) => ReturnType<typeof httpRequest>} */
	const other = (call, jsonBody) => httpRequest(ITEMS, call, jobId, access, jsonBody);
	const nodes = {
		get: { verbit: own(get), http: other('info') },
		addMedia: {
			verbit: own(add),
			http: other('add_media', JSON.stringify({ media_url: MEDIA_URL })),
		},
	};
	const split = { fieldToSplitOut: 'body.jobs', options: {} };
	return workflow(`${job}, ${way}`, [
		trigger(`${job}-${way}`),
		ownNode('Split Out', 'splitOut', 1, split),
		nodes[job][way],
	]);
}

module.exports = { ITEMS, itemsFlow, pathOf, recordingFlow };
