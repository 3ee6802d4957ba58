/** Names that the deprecated direct upload may have. */
const UPLOAD_URL_PATHS = [
	'request_upload_url',
	'get_upload_url',
	'upload_url',
	'create_upload_url',
];

/**
 * @typedef {object} DirectUploadSwitches
 * @property {string} uploadUrlPath
 * @property {string} uploadUrlParameter
 * @property {string} uploadUrlField
 */

/** @type {Readonly<Record<keyof DirectUploadSwitches, import('.').Switch>>} */
const DIRECT_UPLOAD_SWITCHES = {
	uploadUrlPath: {
		default: 'request_upload_url',
		values: UPLOAD_URL_PATHS,
		about: 'assumption: the path of the deprecated direct upload, below /job/',
	},
	uploadUrlParameter: {
		default: 'file_name',
		values: /^\w+$/,
		about: "assumption: the query parameter with the file's name",
	},
	uploadUrlField: {
		default: 'upload_url',
		values: /^\w+(\.\w+)*$/,
		about: "assumption: the answer's field with the URL; data.url is a field of an object in it",
	},
};

module.exports = { DIRECT_UPLOAD_SWITCHES, UPLOAD_URL_PATHS };
