const { page, plain, table } = require('./markdown');

const INTRODUCTION = `Every message has a code that never changes, so a workflow can branch on it. With **On Error** set to **Continue** or **Continue (using error output)**, a failed item is \`{ error, details }\`, and the code is in \`details.code\`.

A message begins with the step, the file and the job where they matter: \`Upload "talk.mp4" for job 1001: …\`. Names in braces stand for values. No message contains a token, an API key or the query of a signed URL.`;

/** @typedef {import('../../../nodes/Verbit/errors/message').Message} Message */

/**
 * Made from the catalogue of messages, in its order.
 * @param {ReadonlyArray<{ title: string, messages: Record<string, Message> }>} groups
 */
function errorsPage(groups) {
	return page('# Errors', INTRODUCTION, ...groups.flatMap(sectionOf));
}

/** @param {{ title: string, messages: Record<string, Message> }} group */
function sectionOf({ title, messages }) {
	const entries = Object.entries(messages);
	return entries.length === 0 ? [] : [`## ${title}`, ...entries.map(entryOf)];
}

/** A heading of its own, so that a code can be linked to. @param {[string, Message]} entry */
function entryOf([name, { message, remedy, cause, step }]) {
	return [
		`### ${name}`,
		table([
			{
				'': '**Message**',
				' ': plain(`${step === undefined || step === 'Check input' ? '' : `${step}: `}${message}`),
			},
			{ '': '**Cause**', ' ': plain(cause) },
			{ '': '**What to do**', ' ': plain(remedy) },
		]),
	].join('\n\n');
}

module.exports = { errorsPage };
