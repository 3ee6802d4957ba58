const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { createRunExecutionData } = require('n8n-workflow');
const { checkout } = require('../support/setup/paths');
const { otherExecutions } = require('./engine');
const { SOON } = require('./idTime');
const { WebhookHost } = require('./webhookHost');
const { hintsOf, useWorld } = require('./world');

/**
 * What versions of the node have left in n8n, one folder for each form of it: this build goes on with all of it. The files
 * are written by `npm run tool -- saved`, with the build of that time, and never change once it is published.
 */
const FOLDER = path.join(__dirname, '../saved');
const IS_WRITTEN = process.env.VERBIT_WRITE_SAVED;

/** A record's name holds the base URL, so both servers have the same ports for ever. Two test runs wait for each other. */
const world = useWorld('default', { port: 18_731, storePort: 18_732 });
const { memory } = world;
afterEach(() => otherExecutions.clear());

const START = 'perform_transcription';

const jobId = () => world.jobIds()[0];

const ITEM = {
	json: {},
	files: { data: { content: Buffer.from('RIFF$\b\0\0WAVEfmt talk', 'latin1'), fileName: 'a.wav' } },
};

/** @param {string} operation @param {import('n8n-workflow').INodeParameters} parameters */
const optionsOf = (operation, parameters) =>
	world.options(operation, [ITEM], parameters, { mode: 'trigger' });

const parametersOf = (ifExternalIdUsed = 'reuse', options = {}) => ({
	externalId: 'talk-1',
	ifExternalIdUsed,
	options: { maxAttempts: 1, ...options },
});

/** @param {string} [ifUsed] */
const waiting = (ifUsed) =>
	optionsOf('recording:transcribe', parametersOf(ifUsed, { timeoutHours: 48 }));
const submission = (ifUsed = 'reuse') => optionsOf('recording:submit', parametersOf(ifUsed));

/** @typedef {Awaited<ReturnType<import('./engine').Engine['run']>>} Result */
/** @typedef {Pick<Result, 'executionId' | 'flattened'>} Left */

/** A wait that goes on. @param {() => import('./engine').RunOptions} options @param {object} json @param {string[]} steps */
const suspended = (options, json, steps) => ({
	leave: async () => await world.engine.run(options()),
	async goOn(/** @type {Left} */ left) {
		world.setStatus(jobId(), 'Completed');
		const { items } = await world.engine.resume(options(), /** @type {Result} */ (left), 1);
		expect(items).toMatchObject([{ json: { job_id: jobId(), ...json } }]);
		expect(world.steps()).toEqual(steps);
	},
});
const TEXT = { text: expect.any(String) };
const TO_TEXT = ['job_info 200', 'get_caption 200'];

/** A failure that is retried. @param {string} call @param {number} status @param {string} ifUsed @param {string[]} steps */
const failed = (call, status, ifUsed, steps) => ({
	leave: async () => await world.failAt(call, { status }, submission(ifUsed)),
	async goOn(/** @type {Left} */ left) {
		const { items } = await world.engine.retry(submission(ifUsed), left);
		expect(items).toMatchObject([{ json: { job_id: jobId(), transcription_started: true } }]);
		expect(world.steps()).toEqual(steps);
	},
});

/** @type {WebhookHost} */
let host;

/** @param {number} calledJob */
async function callTrigger(calledJob) {
	host = new WebhookHost(world.engine);
	const { credential } = world;
	host.listening = { workflowId: 'workflow', parameters: {}, credential, mode: 'webhook' };
	await host.call({ job_id: calledJob, external_id: '', status: 'Completed' });
}

/**
 * What an execution leaves, and how a later one goes on with it.
 * @type {Record<string, { leave: () => Promise<Left | void>, goOn: (left: Left) => Promise<void> }>}
 */
const SCENES = {
	'suspended-reuse': suspended(() => waiting('reuse'), TEXT, TO_TEXT),
	'suspended-skip': suspended(() => waiting('skip'), TEXT, TO_TEXT),
	'suspended-wait': suspended(
		() => optionsOf('job:wait', { jobId: jobId() ?? world.jobThatIs('In Progress', {}) }),
		{ job_status: 'Completed' },
		['job_info 200'],
	),
	'failed-start': failed(START, 422, 'reuse', [`${START} 200`]),
	'failed-upload': failed('put', 403, 'create', [
		...['job_info 200', 'add_asset 200', 'put 200', 'add_media 200', `${START} 200`],
	]),
	killed: {
		async leave() {
			await world.crashAt('add_media', submission());
			world.setStatus(jobId(), 'Pending');
		},
		async goOn() {
			const { items } = await world.engine.run(submission());
			expect(items).toMatchObject([{ json: { job_id: jobId(), continued: true } }]);
			expect([world.count('job_new'), world.count(START)]).toEqual([0, 1]);
		},
	},
	done: {
		leave: async () => await world.engine.run(submission('skip')),
		async goOn() {
			const skipped = await world.engine.run(submission('skip'));
			expect(hintsOf(skipped).join()).toMatch(/^Skipped 1 item .*talk-1/);
			const { items } = await world.engine.run(submission('reuse'));
			expect(items).toMatchObject([{ json: { job_id: jobId(), continued: true } }]);
			expect(world.steps()).toEqual(['job_info 200']);
		},
	},
	refused: {
		async leave() {
			const body = { ErrorType: 'INVALID_PARAMETERS', ErrorComment: 'No sound' };
			await world.failAt('add_media', { status: 422, body }, submission());
		},
		async goOn() {
			const { items } = await world.engine.run(submission());
			expect(items[0].json).not.toHaveProperty('continued');
			expect(items[0].json.job_id).not.toBe(jobId());
		},
	},
	output: {
		async leave() {
			const parameters = parametersOf('skip', SOON);
			return await world.engine.run({
				...optionsOf('recording:transcribe', parameters),
				caller: '77',
			});
		},
		async goOn() {
			const resultData = { runData: {}, lastNodeExecuted: 'Call' };
			const ended = createRunExecutionData(/** @type {any} */ ({ resultData }));
			otherExecutions.set('77', ended);
			expect((await world.engine.run(waiting('skip'))).items).toEqual([]);
			expect(world.count('job_new')).toBe(0);
		},
	},
	event: {
		async leave() {
			await callTrigger(world.jobThatIs('Completed', {}));
		},
		async goOn() {
			await callTrigger(jobId());
			expect(host.started).toEqual([]);
			expect(host.hints).toEqual([expect.stringContaining('An earlier execution started')]);
		},
	},
};

/** @param {string} version @param {string} scene */
const fileOf = (version, scene) => path.join(FOLDER, version, `${scene}.json`);

for (const version of IS_WRITTEN ? [] : readdirSync(FOLDER)) {
	test.each(Object.entries(SCENES))(`of version ${version}: %s`, async (scene, { goOn }) => {
		const { left, rows, state } = JSON.parse(readFileSync(fileOf(version, scene), 'utf8'));
		memory.rows = new Map(rows);
		Object.assign(world.emulator.state.data, state);
		await goOn({ executionId: left?.executionId, flattened: JSON.stringify(left?.data) });
	});
}

if (IS_WRITTEN) {
	test.each(Object.entries(SCENES))('%s is written', async (scene, { leave }) => {
		const result = await leave();
		const left = result && {
			executionId: result.executionId,
			data: JSON.parse(result.flattened),
		};
		const { apiKey: _another, ...state } = world.emulator.state.data;
		expect(memory.rows.size + Object.keys(left ?? {}).length).toBeGreaterThan(0);
		mkdirSync(path.join(FOLDER, IS_WRITTEN), { recursive: true });
		const text = JSON.stringify({ left, rows: [...memory.rows], state }, undefined, '\t');
		// The stacks of errors name this machine's folders.
		writeFileSync(fileOf(IS_WRITTEN, scene), `${text.replaceAll(`${checkout}/`, '')}\n`);
	});
}
