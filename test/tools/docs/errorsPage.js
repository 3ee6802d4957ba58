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

/** The page's headings, and the table of the catalogue under each: its file and name. */
const GROUPS = [
	['Fields and input', 'files', 'INPUT_MESSAGES'],
	['API key, network, proxies and all other calls', 'verbit', 'VERBIT_MESSAGES'],
	['Jobs, media and captions', 'jobs', 'JOB_MESSAGES'],
	['URLs and uploads', 'files', 'FILE_MESSAGES'],
	['Verbit Trigger', 'verbit', 'TRIGGER_MESSAGES'],
];

/** Entries whose causes are Verbit's own codes, each with a table of its own. @type {Record<string, string[]>} */
const BY_VERBITS_CODE = {
	JOB_FAILED: [
		'Why Verbit failed a job',
		"The message of `JOB_FAILED` lists Verbit's reasons, each as its code and text. The first code is also in `details.error_type`.",
	],
	CALL_REFUSED: [
		'Why Verbit refused a call',
		"The message of `CALL_REFUSED` depends on Verbit's own error type, which is also in `details.error_type`.",
	],
};

/** @param {(source: string) => Record<string, any>} load */
function errorsPage(load) {
	const groups = groupsOf(load);
	const entries = Object.fromEntries(groups.flatMap(([, entries]) => entries));
	return page(
		'# Errors',
		notesOf('errors'),
		...groups.map(([title, entries]) => `## ${title}\n\n${table(entries.flatMap(rowsOf))}`),
		...Object.entries(BY_VERBITS_CODE).flatMap(([code, [title, intro]]) => [
			`## ${title}`,
			intro,
			table(rowsOfCauses(entries[code])),
		]),
	);
}

/**
 * All messages, each once.
 * @param {(source: string) => Record<string, any>} load
 * @returns {Array<[title: string, entries: Array<[string, Message]>]>}
 */
function groupsOf(load) {
	const all = GROUPS.map(([title, file, name]) => ({
		title,
		messages: load(`nodes/Verbit/errors/messages/${file}`)[name],
	}));
	const known = Object.assign({}, ...all.map(({ messages }) => messages));
	return [
		['Most common', COMMON.map((code) => [code, known[code]])],
		...all.map(({ title, messages }) => {
			const others = Object.entries(messages).filter(([code]) => !COMMON.includes(code));
			return /** @type {[string, Array<[string, Message]>]} */ ([title, others]);
		}),
	];
}

/** A row for each of an entry's messages, with what to do about it: a line for each cause. @param {[string, Message]} entry */
function rowsOf([code, entry]) {
	const [title] = BY_VERBITS_CODE[code] ?? [];
	const link = `See [${title}](#${title?.toLowerCase().replaceAll(' ', '-')}).`;
	const texts = causesOf(entry).filter(({ cause }) => title === undefined || cause === 'other');
	return [...new Set(texts.map(({ message }) => message))].map((message) => {
		const remedies = texts.filter((one) => one.message === message).map(({ remedy }) => remedy);
		const lines = [...new Set(remedies)].join('\n');
		return {
			Code: `\`${code}\``,
			Message: message,
			'What to do': title === undefined ? lines : link,
		};
	});
}

/** The rows of a table of Verbit's codes. @param {Message} entry */
const rowsOfCauses = (entry) =>
	causesOf(entry).map(({ cause, message, remedy }) => ({
		Code: cause === 'other' ? 'any other, or none' : `\`${cause}\``,
		Message: typeof entry.message === 'string' ? '' : message,
		'What to do': remedy,
	}));

/** @param {Message} entry */
function causesOf({ message, remedy }) {
	const causes = [message, remedy].flatMap((text) =>
		typeof text === 'string' ? [] : Object.keys(text),
	);
	const others = causes.filter((cause) => cause !== 'other');
	return [...new Set(others), 'other'].map((cause) => {
		const [shown, todo] = [message, remedy].map((text) =>
			plain(typeof text === 'string' ? text : (text[cause] ?? text.other)),
		);
		return { cause, message: shown, remedy: todo };
	});
}

module.exports = { errorsPage, groupsOf };
