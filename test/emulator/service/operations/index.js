const { addAsset } = require('./addAsset');
const { addBackupRecord } = require('./addBackupRecord');
const { addMedia } = require('./addMedia');
const { addNotesAttachments } = require('./addNotesAttachments');
const { authenticate } = require('./authenticate');
const { createJob } = require('./createJob');
const { captionFile, draft, getCaption } = require('./getCaption');
const { jobInfo } = require('./jobInfo');
const { listProfiles } = require('./listProfiles');
const { performTranscription } = require('./performTranscription');
const { requestUploadUrl } = require('./requestUploadUrl');

/**
 * @typedef {object} Call
 * @property {Record<string, string>} query
 * @property {Record<string, unknown>} body empty when there is none
 *
 * @typedef {object} Answer with no body, unless it has one of the three
 * @property {number} status
 * @property {Record<string, string>} [headers]
 * @property {object} [body] as JSON
 * @property {string} [html] a web page's text, as a proxy or a web server would answer
 * @property {import('node:stream').Readable} [stream] a file's content
 *
 * @typedef {object} Operation
 * @property {string} name in the journal and for faults
 * @property {'GET' | 'POST'} method
 * @property {string} path
 * @property {boolean} [isPublic] whether it can be called without a token
 * @property {(call: Call, context: import('../../context').Context, place: { storeUrl: string }) => Answer} handle
 *   throws ServiceError
 */

/** To add an operation, write one file and name it here. @type {Operation[]} */
const operations = [
	authenticate,
	createJob,
	addAsset,
	addMedia,
	addBackupRecord,
	addNotesAttachments,
	...requestUploadUrl,
	performTranscription,
	jobInfo,
	getCaption,
	draft,
	captionFile,
	listProfiles,
];

module.exports = { operations };
