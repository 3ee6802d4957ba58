const { page, plain, table } = require('./markdown');
const { notesOf } = require('./operationPage');

/** @typedef {import('../../../nodes/Verbit/errors/messages/message').CatalogueEntry} Message */

/**
 * What most people meet, in this order, before all others: what each heading shows for the values of its message.
 * @type {Record<string, Record<string, string>>}
 */
const COMMON = {
	API_KEY_REFUSED: { key: 'API key' },
	ITEM_WITHOUT_FILES: {},
	FILE_NOT_FOUND: { field: 'data', fields: "'audio'" },
	URL_IS_SHARE_LINK: { field: 'Media URL', host: 'Google Drive' },
	URL_EXPIRES_SOON: { field: 'Media URL', time: '…' },
	MEDIA_ALREADY_ADDED: {},
	JOB_FAILED: {},
	WAIT_TIMED_OUT: { duration: '24 hours' },
};

/** In which case a remedy is said, where the catalogue's word for it is no name of its own. @type {Record<string, string>} */
const CASES = {
	'a file of an unknown format': 'A file of an unknown format',
	Automatic: "With 'Authentication' set to Automatic",
	'Submit or Transcribe': 'In Submit or Transcribe',
	blocked: "Blocked by n8n's SSRF protection",
	draft: 'A draft',
	empty: 'An empty file',
	failed: 'The job failed',
	known: "The job's ID is known",
	md5: 'Another checksum',
	media: 'Media',
	option: 'An option',
	other: 'Otherwise',
	pending: "The job isn't started",
	preparing: "The host isn't ready",
	'redirect 301': 'A redirect (301)',
	'redirect 307': 'A redirect (307)',
	withId: 'With an External ID',
};

/** The page's headings, and the table of the catalogue under each: its file and name. */
const GROUPS = [
	['Fields and input', 'input', 'INPUT_MESSAGES'],
	['API key, network, proxies and all other calls', 'verbit', 'VERBIT_MESSAGES'],
	['Jobs and media', 'jobs', 'JOB_MESSAGES'],
	['Captions and transcripts', 'captions', 'CAPTION_MESSAGES'],
	['URLs and uploads', 'files', 'FILE_MESSAGES'],
	['Verbit Trigger', 'trigger', 'TRIGGER_MESSAGES'],
];

/** Entries whose variants are Verbit's own codes, each with a table of its own. @type {Record<string, string[]>} */
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
	const [[, common], ...others] = groups;
	const entries = Object.fromEntries(groups.flatMap(([, entries]) => entries));
	return page(
		'# Errors',
		notesOf('errors'),
		'## Most common',
		...common.map(sectionOf),
		...others.map(([title, entries]) => `## ${title}\n\n${table(entries.flatMap(rowsOf))}`),
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
	/** @type {ReturnType<typeof groupsOf>} */
	const all = GROUPS.map(([title, file, name]) => [
		title,
		Object.entries(load(`nodes/Verbit/errors/messages/${file}`)[name]),
	]);
	const known = Object.fromEntries(all.flatMap(([, entries]) => entries));
	const isOther = (/** @type {[string, Message]} */ [code]) => !(code in COMMON);
	/** @type {ReturnType<typeof groupsOf>} */
	const others = all.map(([title, entries]) => [title, entries.filter(isOther)]);
	return [['Most common', Object.keys(COMMON).map((code) => [code, known[code]])], ...others];
}

/** A common error under a heading that a search engine finds: as the screen begins it, without what differs from case to case. @param {[string, Message]} entry */
function sectionOf([code, entry]) {
	const { message } = entry;
	const text = (typeof message === 'string' ? message : message.other)
		.replace(/ \([^)]*\{[^)]*\)|: \{\w+\}$/g, '')
		.replace(/\{(\w+)\}/g, (_, name) => COMMON[code][name] ?? '…');
	const remedies = rowsOf([code, entry]).map((row) => row['What to do'].replaceAll('\n', '<br>'));
	const heading = plain(text.charAt(0).toUpperCase() + text.slice(1));
	return `### ${heading}\n\`${code}\`. ${remedies.join('<br>')}`;
}

/** A row for each of an entry's messages, with what to do about it: a line for each case. @param {[string, Message]} entry */
function rowsOf([code, entry]) {
	const [title] = BY_VERBITS_CODE[code] ?? [];
	const link = `See [${title}](#${title?.toLowerCase().replaceAll(' ', '-')}).`;
	const texts = variantsOf(entry).filter(
		({ variant }) => title === undefined || variant === 'other',
	);
	return [...new Set(texts.map(({ message }) => message))].map((message) => {
		const remedies = texts.filter((one) => one.message === message);
		return {
			Code: `\`${code}\``,
			Message: message,
			'What to do': title === undefined ? linesOf(remedies).join('\n') : link,
		};
	});
}

/** Each remedy once, with the case that it is for where there are several. @param {Array<{ variant: string, remedy: string }>} remedies */
function linesOf(remedies) {
	const byText = new Map(remedies.map(({ variant, remedy }) => [remedy, variant]));
	if (byText.size === 1) return [...byText.keys()];
	return [...byText].map(([remedy, variant]) => {
		const name = CASES[variant] ?? variant;
		if (!/^[A-Z]/.test(name))
			throw new Error(`Say in test/tools/docs/errorsPage.js in which case "${variant}" is said`);
		return `${name}: ${remedy}`;
	});
}

/** The rows of a table of Verbit's codes. @param {Message} entry */
const rowsOfCauses = (entry) =>
	variantsOf(entry).map(({ variant, message, remedy }) => ({
		Code: variant === 'other' ? 'any other, or none' : `\`${variant}\``,
		Message: typeof entry.message === 'string' ? '' : message,
		'What to do': remedy,
	}));

/** What comes of it is in the text of a run, which knows what was begun. @param {Message} entry */
const firstOf = ({ retriable, advisedTry = retriable ? 'continueFirst' : 'continue' }) =>
	advisedTry === 'continueFirst' ? 'Retry this execution in the list. ' : '';

/** @param {Message} entry */
function variantsOf(entry) {
	const { message, remedy } = entry;
	const variants = [message, remedy].flatMap((text) =>
		typeof text === 'string' ? [] : Object.keys(text),
	);
	const others = variants.filter((variant) => variant !== 'other');
	return [...new Set(others), 'other'].map((variant) => {
		const [shown, todo] = [message, remedy].map((text) =>
			plain(withoutRiddles(typeof text === 'string' ? text : (text[variant] ?? text.other))),
		);
		return { variant, message: shown, remedy: firstOf(entry) + todo };
	});
}

/** A placeholder is a word of its own, and where nothing but n8n's words is shown, the page says so. @param {string} text */
const withoutRiddles = (text) =>
	text.replace("{n8n's message}", "(any message of n8n's own)").replace(/(\w)\{/g, '$1 {');

module.exports = { COMMON, errorsPage, groupsOf };
