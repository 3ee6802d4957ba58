const { CAUSES } = require('./causes');
const { ANSWER_STEP, withoutRepeats } = require('./errors/catalogue');
const { errorRow } = require('./operationPage');
const { code, page, plain, table } = require('./markdown');

/** @typedef {import('./errors/catalogue').KnownError} KnownError */

/** @type {Array<{ title: string, text: string, holds: (error: KnownError) => boolean }>} */
const SECTIONS = [
	{
		title: 'Before anything is sent',
		text: 'What the parameters and the input of an item say, or the fields of the credential. The message is the cause.',
		holds: ({ step, kind }) => kind === 'input' && (step === 'Check input' || step === undefined),
	},
	{
		title: 'Authenticate',
		text: 'The exchange of the API key for an access token. The same texts are shown when the credential is tested.',
		holds: ({ step }) => step === 'Authenticate',
	},
	{
		title: 'Open link',
		text: 'The link of Upload Source: URL, which the node reads itself.',
		holds: ({ step }) => step === 'Open link',
	},
	{
		title: 'Upload',
		text: 'The PUT of a file to the store.',
		holds: ({ step }) => step === 'Upload',
	},
	{
		title: 'What Verbit Trigger answers to a call that starts nothing',
		text: "The service sends such a call again, for up to 48 hours. The reason is in n8n's log.",
		holds: ({ step }) => step === ANSWER_STEP,
	},
	{
		title: 'Calls of the service',
		text: 'The message begins with the step: Add asset, Add media, Merge, Create job, Start transcription, Get job and so on.',
		holds: () => true,
	},
];

const INTRODUCTION = `Made by \`npm run docs\` from the sources; a test fails when this page differs from them.

A message is \`<step> "<file>" for job <number>: <what happened>\`, without the parts that do not apply. \`…\` stands for a name or a value, and what is in square brackets is there in some cases. The column *What to do* is the description below the message in n8n; where there are several lines, it is the one that fits the answer. The service's \`ErrorType\` or the store's \`<Code>\` is in the message where there is one.

Errors that the user can mend in the workflow are a \`NodeOperationError\`, and what others answered is a \`NodeApiError\`; both carry the index of their item. No token, API key or query of a signed URL is in any of them.`;

/** Where the codes are that job/info answers. */
const JOB_CODES = 'nodes/Verbit/waiting/jobFailure.ts';

/**
 * @param {KnownError[]} errors
 * @param {ReturnType<typeof import('./errors/catalogue').readRemediesByCode>} remedies
 */
function errorsPage(errors, remedies) {
	refuseStaleCauses(errors);
	const left = new Set(withoutRepeats(errors));
	const sections = SECTIONS.map(({ title, text, holds }) => {
		const own = [...left].filter(holds);
		own.forEach((error) => left.delete(error));
		return own.length === 0 ? '' : `## ${title}\n\n${text}\n\n${table(own.map(rowWithCause))}`;
	});
	const codes = remedies
		.filter(({ file }) => file === JOB_CODES)
		.map(({ code: name, remedy }) => ({ Code: code(name), 'What to do': plain(remedy) }));
	return page(
		'# Errors',
		INTRODUCTION,
		...sections,
		'## Codes of a job that did not succeed',
		'They are in the message of Wait for Completion, as the service gave them.',
		table(codes),
	);
}

/** @param {KnownError} error */
function rowWithCause(error) {
	const { Message, ...rest } = errorRow(error);
	return { Message, Cause: plain(CAUSES[error.what] ?? ''), ...rest };
}

/** @param {KnownError[]} errors */
function refuseStaleCauses(errors) {
	const known = errors.map(({ what }) => what);
	const stale = Object.keys(CAUSES).filter((what) => !known.includes(what));
	if (stale.length > 0) {
		throw new Error(`No error has this text any more (test/docs/causes.js): ${stale.join(' | ')}`);
	}
}

module.exports = { errorsPage };
