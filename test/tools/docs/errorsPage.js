const { page, plain, table } = require('./markdown');
const { notesOf } = require('./operationPage');

/** @typedef {import('../../../nodes/Verbit/errors/message').Message} Message */

/**
 * Made from the catalogue of messages, in its order.
 * @param {ReadonlyArray<{ title: string, messages: Record<string, Message> }>} groups
 */
function errorsPage(groups) {
	const sections = groups.flatMap(({ title, messages }) => [
		`## ${title}`,
		...Object.entries(messages).map(entryOf),
	]);
	return page('# Errors', notesOf('errors'), ...sections);
}

/** A heading of its own, so that a code can be linked to. @param {[string, Message]} entry */
function entryOf([name, { message, remedy, cause, step }]) {
	const prefix = step === undefined || step === 'Check input' ? '' : `${step}: `;
	const told = { Message: prefix + message, Cause: cause, 'What to do': remedy };
	const rows = Object.entries(told).map(([what, text]) => ({
		'': `**${what}**`,
		' ': plain(text),
	}));
	return `### ${name}\n\n${table(rows)}`;
}

module.exports = { errorsPage };
