const { MESSAGES } = require('../../nodes/Verbit/errors/messages/catalogue');
const { SENTENCES } = require('../../nodes/Verbit/errors/messages/sentences');

/**
 * What somebody does who follows an advice to the letter, one way of it.
 * @typedef {object} Way
 * @property {string} kind
 * @property {(state: State) => Promise<any>} follow
 * @property {number[]} expected how many jobs are created, how many are started, and how many items are output at last
 *
 * @typedef {object} State in which the advice is given
 * @property {ReturnType<typeof import('./world').useWorld>} world
 * @property {import('./engine').RunOptions} options of the run that ended with it, and then as whoever follows has saved the workflow
 * @property {any} result
 * @property {number} jobId
 */

/** What a change is of the run, and not of the parameters. */
const OF_RUN = ['credential', 'items', 'mode', 'nodeSettings', 'onError', 'settings', 'workflowId'];

/** @param {any} options @param {object} change @returns {import('./engine').RunOptions} */
function changed(options, change) {
	const run = { ...options, parameters: { ...options.parameters } };
	for (const [name, value] of Object.entries(change))
		(OF_RUN.includes(name) ? run : run.parameters)[name] = value;
	return run;
}

/** Whose items are recordings: each gets a job. @param {string} operation */
const isOfRecordings = (operation) => operation.startsWith('recording:');

/** @param {State} state */
const operationOf = ({ options: { parameters } }) =>
	`${parameters.resource}:${parameters.operation}`;

/** @param {string} operation @param {string} kind */
function usually(operation, kind) {
	if (kind === 'alone') return isOfRecordings(operation) ? [3, 2, 1] : [1, 1, 1];
	if (isOfRecordings(operation)) return [2, 2, 2];
	return operation === 'job:create' ? [1, 0, 1] : [0, 0, 1];
}

/**
 * @param {string} kind
 * @param {(state: State, change: any) => Promise<any>} follow
 */
const way =
	(kind, follow) =>
	/** @param {object | ((state: State) => any)} [change] of the parameters or the run, or what makes it @param {number[]} [expected] @returns {Way} */
	(change = {}, expected) => ({
		kind,
		expected: expected ?? [],
		follow: async (state) => {
			const given = typeof change === 'function' ? await change(state) : change;
			return await follow(state, given ?? {});
		},
	});

const run = way('run', async (state, change) => {
	state.options = changed(state.options, change);
	return await state.world.engine.run(state.options);
});

const retry = way('retry', async (state, change) => {
	state.options = changed(state.options, change);
	return await state.world.engine.retry(state.options, state.result);
});

/** A copy of the workflow, with the last recording alone. Its node creates the job, also where the advice came from another. */
const alone = way('alone', async (state, change) => {
	const { world, options } = state;
	const items = options.items.slice(-1);
	const copy = { items, workflowId: 'copy', onError: undefined, ...change };
	if (isOfRecordings(operationOf(state))) return await world.engine.run(changed(options, copy));
	const url = { mediaSource: 'url', mediaUrl: 'https://h/x.mp4', options: {} };
	return await world.engine.run(changed(world.options('recording:submit', items, url, {}), copy));
});

/** n8n's AI Assistant runs the node alone. */
const trial = way('trial', async ({ world, options }, { timeout, ...change }) => {
	const { data } = await world.engine.trial(changed(options, change), {
		executionTimeout: timeout,
	});
	return { items: data.main[0] };
});

/** Another operation on the job. @param {string} operation @param {any} [change] @param {number[]} [expected] */
const by = (operation, change, expected = usually(operation, '')) =>
	way(operation, async ({ world, jobId }, { items = [{}], ...parameters }) => {
		return await world.run(operation, items, { jobId, ...parameters });
	})(change, expected);

/** The texts for people that name a way. @type {Record<string, RegExp>} */
const NAMED = {
	retry: /retry this execution in the list/,
	run: /[Rr]un the workflow again|new run of the workflow/,
	alone: /copy of this workflow/,
	'job:get': /\b([Uu]se|with) Get\b(?! Cap)/,
	'job:getCaptions': /Get Captions or Transcript/,
	'job:start': /Start Transcription/,
	'job:wait': /Wait for Completion/,
	'media:add': /Add Media/,
	'asset:upload': /Upload Binary/,
};

/** Which ways are said. @param {string} text @param {boolean} hasIds whether the next run goes on by external IDs */
function waysIn(text, hasIds) {
	const branches = / if it uses External IDs without Create Another, otherwise [^.]*/g;
	const said = hasIds
		? text.replace(branches, '')
		: text.replace(/run the workflow again if[^,]*/g, '');
	return Object.keys(NAMED).filter((kind) => NAMED[kind].test(said));
}

/** A text of the catalogue, whatever its values are. @param {string} text */
const patternOf = (text) =>
	new RegExp(
		text
			.split(/\{[^{}]+\}/)
			.map((part) => part.replace(/[$()*+./?[\\\]^|]/g, '\\$&'))
			.join('[^]*?'),
	);

/** @param {string} code @returns {Record<string, string>} its remedies, by their causes */
function causesOf(code) {
	const { remedy } = /** @type {Record<string, any>} */ (MESSAGES)[code];
	return typeof remedy === 'string' ? { '': remedy } : remedy;
}

/** All that an AI agent may be told. @param {string} code @returns {string[]} */
function forAgents(code) {
	const { remedy, agentRemedy, ...more } = /** @type {Record<string, any>} */ (MESSAGES)[code];
	if (more.retriable && !more.retry && agentRemedy === undefined) return [];
	if (typeof agentRemedy === 'string') return [agentRemedy];
	if (agentRemedy?.other) return Object.values(agentRemedy);
	return Object.values({ ...(remedy.other ? remedy : { remedy }), ...agentRemedy });
}

/** Of a code with its cause, as `JOB_FAILED:no_speech`, or of a sentence. @param {string} name */
function textOf(name) {
	const [code, cause = ''] = name.split(':');
	const text = code in MESSAGES ? causesOf(code)[cause] : /** @type {any} */ (SENTENCES)[code];
	if (text === undefined) throw new Error(`There is no text ${name}`);
	return patternOf(text);
}

/** All that has to be carried out. */
const names = () => [
	...Object.keys(MESSAGES).flatMap((code) =>
		Object.keys(causesOf(code)).map((cause) => (cause === '' ? code : `${code}:${cause}`)),
	),
	...Object.keys(SENTENCES),
];

/** @param {string} text */
const sentencesIn = (text) => text.split(/(?<=\.) (?=[A-Z'])/).length;

/** What a run says of itself: the error, that of a failed item, and hints. @param {any} result */
function saidIn({ error, items = [], hints = [] }) {
	const details = items.map((/** @type {any} */ { json }) => json.details).find(Boolean);
	const { code, job_id: jobId } = details ?? error?.context ?? {};
	const { description = '' } = details ?? error ?? {};
	const messages = hints.map((/** @type {any} */ { message }) => message);
	return { code, jobId, description, all: [description, error?.message, ...messages].join('\n') };
}

module.exports = {
	alone,
	by,
	causesOf,
	changed,
	forAgents,
	isOfRecordings,
	MESSAGES,
	names,
	retry,
	run,
	saidIn,
	sentencesIn,
	textOf,
	trial,
	usually,
	way,
	waysIn,
};
