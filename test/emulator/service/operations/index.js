const { SWITCHES } = require('../../switches');
const { addAsset, requestUploadUrl } = require('./assets');
const { authenticate } = require('./authenticate');
const { getCaption, getDraft } = require('./getCaption');
const { createJob, jobInfo, listProfiles } = require('./job');
const { addBackupRecord, addMedia, addNotes } = require('./media');
const { start } = require('./performTranscription');

/**
 * @typedef {object} Answer with no body, unless it has one of the three
 * @property {number} status
 * @property {Record<string, string>} [headers]
 * @property {object} [body] as JSON
 * @property {string} [html] a web page's text, as a proxy or a web server would answer
 * @property {import('node:stream').Readable} [stream] a file's content
 *
 * @typedef {(call: import('../call').Call) => Answer} Handler throws ServiceError
 *
 * @typedef {object} Operation
 * @property {string} name in the journal and for faults
 * @property {string} route method and path
 * @property {Handler} handle
 * @property {boolean} [isPublic] whether it can be called without a token
 */

/** Whatever the vendor calls the path of the deprecated direct upload: only one is there at a time. */
const uploadUrlOperations = SWITCHES.uploadUrlPath.map((path) => ({
	name: 'request_upload_url',
	route: `POST /api/job/${path}`,
	/** @type {Handler} */
	handle: (call) =>
		call.switches.get('uploadUrlPath') === path
			? requestUploadUrl(call)
			: { status: 404, html: 'Not Found' },
}));

/** To add an operation, write its function and name it here. @type {Operation[]} */
const operations = [
	{ name: 'auth', route: 'POST /api/v1/auth', handle: authenticate, isPublic: true },
	{ name: 'job_new', route: 'POST /api/job/new', handle: createJob },
	{ name: 'add_asset', route: 'POST /api/job/add_asset', handle: addAsset },
	{ name: 'add_media', route: 'POST /api/job/add_media', handle: addMedia },
	{ name: 'add_backup_record', route: 'POST /api/job/add_backup_record', handle: addBackupRecord },
	{ name: 'add_notes_attachments', route: 'POST /api/job/add_notes_attachments', handle: addNotes },
	...uploadUrlOperations,
	{ name: 'perform_transcription', route: 'POST /api/job/perform_transcription', handle: start },
	{ name: 'job_info', route: 'GET /api/job/info', handle: jobInfo },
	{ name: 'get_caption', route: 'GET /api/job/get_caption', handle: getCaption },
	{ name: 'draft', route: 'GET /api/job/draft', handle: getDraft },
	{ name: 'profiles', route: 'GET /api/profiles', handle: listProfiles },
];

module.exports = { operations };
