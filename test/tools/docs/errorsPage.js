const causes = require('./causes.json');
const { page, plain, table } = require('./markdown');
const { notesOf } = require('./operationPage');

/** @typedef {import('../../../nodes/Verbit/errors/message').Message} Message */

/** The page's headings, and the files of the catalogue that stand under each. */
const GROUPS = [
	['Parameters and input', 'input'],
	['API key and access token', 'authentication'],
	['Every call to Verbit', 'api'],
	['Creating and starting jobs', 'jobs'],
	['Media, backup recordings and notes', 'media'],
	['URLs of files', 'urls'],
	['Uploads', 'uploads'],
	['Captions and other downloads', 'captions'],
	['Waiting for a job', 'waiting'],
	['Verbit Trigger', 'trigger'],
];

/**
 * Made from the catalogue of messages, in its order. The causes are written by hand, in `causes.json`.
 * @param {(source: string) => Record<string, any>} load
 */
function errorsPage(load) {
	const sections = GROUPS.flatMap(([title, name]) => [
		`## ${title}`,
		...Object.entries(messagesOf(load, name)).map(entryOf),
	]);
	return page('# Errors', notesOf('errors'), ...sections);
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

/** A heading of its own, so that a code can be linked to. @param {[string, Message]} entry */
function entryOf([code, { message, remedy, step }]) {
	const prefix = step === undefined ? '' : `${step}: `;
	const told = {
		Message: prefix + message,
		Cause: /** @type {Record<string, string>} */ (causes)[code],
		'What to do': remedy,
	};
	const rows = Object.entries(told)
		.filter(([, text]) => text !== undefined)
		.map(([what, text]) => ({ '': `**${what}**`, ' ': plain(text) }));
	return `### ${code}\n\n${table(rows)}`;
}

module.exports = { GROUPS, errorsPage, messagesOf };
