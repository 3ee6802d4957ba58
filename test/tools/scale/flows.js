const { readFiles, verbit, webhook, workflow } = require('../../support/n8n/workflow');
const { httpRequestUpload } = require('../bench/lab');

/** @typedef {import('./scope').Way} Way */

/** Of the webhook that starts a workflow. @param {string} name */
const pathOf = (name) => `scale-${name}`;

const BODY = "$('Webhook').item.json.body";

/** @param {string} name */
const trigger = (name) => webhook(pathOf(name), { responseMode: 'onReceived' });

/** From the disk into n8n's storage of files, as every node does that brings a recording. */
const readFile = readFiles(`={{ ${BODY}.file }}`);

/**
 * @param {string} name
 * @param {Record<string, unknown>} parameters
 * @param {{ id: string, name: string }} header a credential
 * @returns {import('../../support/n8n/workflow').WorkflowNode}
 */
const httpRequest = (name, parameters, header) => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		...parameters,
	},
	credentials: { httpHeaderAuth: header },
});

/** @param {string} json an expression */
const jsonBody = (json) => ({ sendBody: true, specifyBody: 'json', jsonBody: json });

/**
 * @typedef {object} Access
 * @property {string} baseUrl
 * @property {{ id: string, name: string }} credential of this node
 * @property {{ id: string, name: string }} header with an access token, for the HTTP Request node
 */

/**
 * A recording from the disk to a job's media.
 * @param {Way} way
 * @param {Access} access
 */
function recordingFlow(way, access) {
	/** @type {Record<Way, () => import('../../support/n8n/workflow').WorkflowNode[]>} */
	const nodes = {
		none: () => [readFile],
		verbit: () => [
			readFile,
			verbit(
				'Add Media',
				{
					resource: 'media',
					operation: 'add',
					jobId: `={{ ${BODY}.job_id }}`,
					mediaSource: 'binary',
					binaryPropertyName: 'data',
				},
				access.credential,
			),
		],
		http: () => threeRequests(access),
	};
	return workflow(`Recording, ${way}`, [trigger(way), ...nodes[way]()]);
}

/** What a user wires by hand. @param {Access} access */
function threeRequests({ baseUrl, header }) {
	const query = `?v=4&job_id={{ ${BODY}.job_id }}`;
	return [
		httpRequest(
			'Add Asset',
			{
				method: 'POST',
				url: `=${baseUrl}/job/add_asset${query}`,
				...jsonBody('{ "file_name": "recording.bin" }'),
			},
			header,
		),
		readFile,
		httpRequestUpload("={{ $('Add Asset').item.json.upload_url }}"),
		httpRequest(
			'Add Media',
			{
				method: 'POST',
				url: `=${baseUrl}/job/add_media${query}`,
				...jsonBody(`={{ { asset_ids: [$('Add Asset').item.json.asset_id] } }}`),
			},
			header,
		),
	];
}

/** The node whose time is taken. */
const ITEMS = 'Items';

/** @typedef {'get' | 'addMedia'} SmallJob */

/**
 * Many small calls in one execution.
 * @param {SmallJob} job
 * @param {'verbit' | 'http'} way
 * @param {Access} access
 */
function itemsFlow(job, way, access) {
	const split = {
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.jobs', options: {} },
	};
	const id = "={{ $json['body.jobs'] ?? $json.jobs }}";
	const node = way === 'verbit' ? smallVerbit(job, id, access) : smallHttp(job, id, access);
	return workflow(`${job}, ${way}`, [trigger(`${job}-${way}`), split, node]);
}

/** @param {SmallJob} job @param {string} jobId @param {Access} access */
function smallVerbit(job, jobId, { credential }) {
	const parameters =
		job === 'get'
			? { resource: 'job', operation: 'get' }
			: { resource: 'media', operation: 'add', mediaSource: 'url', mediaUrl: MEDIA_URL };
	return verbit(ITEMS, { ...parameters, jobId }, credential);
}

/** @param {SmallJob} job @param {string} jobId @param {Access} access */
function smallHttp(job, jobId, { baseUrl, header }) {
	const query = `?v=4&job_id=${jobId.slice(1)}`;
	const parameters =
		job === 'get'
			? { url: `=${baseUrl}/job/info${query}` }
			: {
					method: 'POST',
					url: `=${baseUrl}/job/add_media${query}`,
					...jsonBody(JSON.stringify({ media_url: MEDIA_URL })),
				};
	return httpRequest(ITEMS, parameters, header);
}

const MEDIA_URL = 'https://media.example/talk.mp4';

module.exports = { ITEMS, itemsFlow, pathOf, recordingFlow };
