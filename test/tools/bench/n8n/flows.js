const { manualTrigger, readFiles, verbit, workflow } = require('../../../support/n8n/workflow');

/** The node whose time is measured. */
const UPLOAD = 'Upload';

/**
 * Files are read from the disk into n8n's storage and, unless this is the workflow to compare with, uploaded.
 *
 * @param {string} selector a path or a glob
 * @param {import('../../../support/n8n/workflow').WorkflowNode} [upload]
 */
const flowOf = (selector, upload) =>
	workflow('Benchmark', [manualTrigger(), readFiles(selector), ...(upload ? [upload] : [])]);

/** An upload URL of its own for each item: this node takes one URL for one file. @param {string} url of the sink */
const ownUrl = (url) => `=${url.replace('?', '-{{ $itemIndex }}?')}`;

/**
 * @param {{ id: string, name: string }} credential
 * @param {{ jobId: number, url?: string, concurrency?: number }} options without a URL, each file gets an asset
 */
function verbitUpload(credential, { jobId, url, concurrency = 3 }) {
	const parameters = {
		resource: 'asset',
		operation: 'upload',
		jobId,
		...(url && { uploadTo: 'uploadUrl', uploadUrl: ownUrl(url) }),
		options: { concurrency },
	};
	return verbit(UPLOAD, parameters, credential);
}

/**
 * What a user wires by hand.
 *
 * @param {string} url pre-signed, which another request has to bring first
 * @returns {import('../../../support/n8n/workflow').WorkflowNode}
 */
const httpRequestUpload = (url) => ({
	name: UPLOAD,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'PUT',
		url: ownUrl(url),
		sendBody: true,
		contentType: 'binaryData',
		inputDataFieldName: 'data',
		options: { timeout: 3_600_000 },
	},
});

module.exports = { flowOf, httpRequestUpload, UPLOAD, verbitUpload };
