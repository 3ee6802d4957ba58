const notes = require('./errorNotes.json');
const { page, plain, table } = require('./markdown');
const { notesOf } = require('./operationPage');

/** @typedef {import('../../../nodes/Verbit/errors/stepError').Message} Message */

/** What most people meet, in this order, before all others. */
const COMMON = [
	'API_KEY_REFUSED',
	'ITEM_WITHOUT_FILES',
	'FILE_NOT_FOUND',
	'JOB_ID_INVALID',
	'FIELD_EMPTY',
	'URL_IS_SHARE_LINK',
	'URL_EXPIRES_SOON',
	'MEDIA_ALREADY_ADDED',
	'JOB_MAY_EXIST',
	'JOB_FAILED',
	'WAIT_TIMED_OUT',
	'CAPTIONS_NOT_READY',
];

/** The page's headings, and the files of the catalogue that stand under each. */
const GROUPS = [
	['Fields and input', 'input'],
	['API key and access token', 'authentication'],
	['Creating and starting jobs', 'jobs'],
	['Media, backup recordings and notes', 'media'],
	['URLs of files', 'urls'],
	['Uploads', 'uploads'],
	['Waiting for a job', 'waiting'],
	['Captions', 'captions'],
	['Verbit Trigger', 'trigger'],
	['Network, proxies and all other calls', 'api'],
];

/** @param {(source: string) => Record<string, any>} load */
function errorsPage(load) {
	const groups = groupsOf(load);
	const { JOB_FAILURE_REMEDIES } = load('nodes/Verbit/errors/messages/waiting');
	const { REFUSALS } = load('nodes/Verbit/errors/messages/api');
	return page(
		'# Errors',
		notesOf('errors'),
		...groups.map(([title, entries]) => `## ${title}\n\n${table(entries.map(rowOf))}`),
		'## Why Verbit failed a job',
		"The message of `JOB_FAILED` lists Verbit's reasons, each as its code and text. The first code is also in `details.error_type`. For any other code, or none: ask Verbit's support for the reason, then create a new job.",
		table(remediesOf(JOB_FAILURE_REMEDIES)),
		'## Why Verbit refused a call',
		"The message of `CALL_REFUSED` depends on Verbit's own error type, which is also in `details.error_type`. For any other type: Verbit refused the call. Check the parameters of the operation.",
		table(
			[...REFUSALS].map(([type, { meaning, remedy }]) => ({
				Type: `\`${type}\``,
				Message: plain(meaning),
				'What to do': plain(remedy),
			})),
		),
	);
}

/**
 * All messages, each once.
 * @param {(source: string) => Record<string, any>} load
 * @returns {Array<[title: string, entries: Array<[string, Message]>]>}
 */
function groupsOf(load) {
	const all = GROUPS.map(([title, name]) => ({ title, messages: messagesOf(load, name) }));
	const known = Object.assign({}, ...all.map(({ messages }) => messages));
	return [
		['Most common', COMMON.map((code) => [code, known[code]])],
		...all.map(({ title, messages }) => {
			const others = Object.entries(messages).filter(([code]) => !COMMON.includes(code));
			return /** @type {[string, Array<[string, Message]>]} */ ([title, others]);
		}),
	];
}

/**
 * The only table of messages in a file of the catalogue.
 * @param {(source: string) => Record<string, any>} load
 * @param {string} name
 * @returns {Record<string, Message>}
 */
function messagesOf(load, name) {
	const exported = Object.entries(load(`nodes/Verbit/errors/messages/${name}`));
	return exported.filter(([key]) => key.endsWith('_MESSAGES')).map(([, messages]) => messages)[0];
}

/**
 * `errorNotes.json` has, in Markdown, what stands for a text that is little more than values.
 * @param {[string, Message]} entry
 */
function rowOf([code, { message, remedy }]) {
	/** @type {{ message?: string, remedy?: string }} */
	const note = /** @type {Record<string, any>} */ (notes)[code] ?? {};
	return {
		Code: `\`${code}\``,
		Message: note.message ?? plain(message),
		'What to do': note.remedy ?? plain(remedy),
	};
}

/** @param {Record<string, string>} remedies */
const remediesOf = (remedies) =>
	Object.entries(remedies).map(([code, remedy]) => ({
		Code: `\`${code}\``,
		'What to do': plain(remedy),
	}));

module.exports = { errorsPage, groupsOf };
