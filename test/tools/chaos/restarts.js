#!/usr/bin/env node
/**
 * `npm run restarts`: n8n in regular mode is restarted while checks are due, and killed in the middle of checks; prints what
 * became of the executions that waited, n8n's own Wait twice in a row beside them. `-- --restarts 5 --kills 1` for less.
 */
const { setTimeout: sleep } = require('node:timers/promises');
const { parseArgs } = require('node:util');
const { fastClock } = require('../../support/n8n/settings');
const { ownNode, setFields, webhook, workflow } = require('../../support/n8n/workflow');
const { until } = require('../../support/until');
const { World } = require('../../e2e/world');
const { runCommand } = require('../command');
const { table } = require('../docs/markdown');

const OPTIONS = /** @type {const} */ ({
	restarts: { type: 'string', default: '30' },
	kills: { type: 'string', default: '5' },
});
const { values } = parseArgs({ options: OPTIONS });

/** For n8n two minutes pass in one: what stays in place for a minute has half of it to outlast n8n's recovery. */
const FACTOR = 2;

/** How long Verbit takes to answer a check, ms. */
const ANSWER_MS = 3000;

/** The shortest wait that suspends an execution is over, ms. */
const DUE_MS = 67_000 / FACTOR;

/** Executions of each kind that begin before each restart. */
const EACH = 4;

/** @typedef {'Verbit' | 'Wait'} Kind */
/** @typedef {{ kind: Kind, id: string, marks: number, byKill: boolean, job?: number }} Execution */

const world = new World();

/** @type {Record<Kind, { id: string, path: string }>} */
const flows = /** @type {any} */ ({});

/** @type {Execution[]} */
const all = [];

/** @param {Kind} kind @param {import('../../support/n8n/workflow').WorkflowNode[]} nodes */
async function publish(kind, nodes) {
	const path = `restarts-${kind}`;
	const trigger = webhook(path, { responseMode: 'onReceived' });
	flows[kind] = { path, id: await world.n8n.client.publish(workflow(kind, [trigger, ...nodes])) };
}

/** @param {string} id */
const statusOf = async (id) => await world.n8n.client.statusOf(id);

/** @param {Kind} kind @param {boolean} byKill */
async function begin(kind, byKill) {
	const job = kind === 'Verbit' ? world.newJob() : undefined;
	if (job) world.emulator.setJobStatus(job, 'In Progress');
	const id = await world.n8n.client.callWebhook(flows[kind].id, flows[kind].path, { job });
	const execution = { kind, id, marks: 0, byKill, job };
	all.push(execution);
	return execution;
}

/** Counts the executions that n8n's recovery has marked as crashed since it was started. @param {number} logged what n8n had logged before */
function countMarks(logged) {
	const log = world.n8n.logs().slice(logged);
	for (const [, ids] of log.matchAll(/Found unfinished executions: ([\d, ]+)/g)) {
		for (const execution of all) if (ids.split(/, */).includes(execution.id)) execution.marks++;
	}
}

/** Brings new executions to where they wait. @param {Kind[]} kinds @param {boolean} byKill */
async function beginAll(kinds, byKill) {
	/** @type {Execution[]} */
	const begun = [];
	for (const kind of kinds) begun.push(await begin(kind, byKill));
	for (const { id } of begun) {
		await until(async () => (await statusOf(id)) === 'waiting', { pollMs: 100, maxMs: 60_000 });
	}
	return begun;
}

/** Waits until all wait again, have ended, or stay crashed. @param {Execution[]} executions */
async function settle(executions) {
	const patience = Date.now() + 90_000 / FACTOR + ANSWER_MS;
	for (const { id } of executions) {
		while (['running', 'crashed'].includes(await statusOf(id)) && Date.now() < patience)
			await sleep(250);
	}
	// Each ends at its next check.
	for (const { job } of executions) if (job) world.emulator.setJobStatus(job, 'Completed');
}

async function restart() {
	const kinds = /** @type {Kind[]} */ (
		Array.from({ length: 2 * EACH }, (_, index) => (index % 2 ? 'Verbit' : 'Wait'))
	);
	const begun = await beginAll(kinds, false);
	await world.n8n.stop();
	await sleep(DUE_MS);
	const logged = world.n8n.logs().length;
	await world.n8n.start();
	await settle(begun);
	countMarks(logged);
}

async function kill() {
	const begun = await beginAll(/** @type {Kind[]} */ (Array(EACH).fill('Verbit')), true);
	const jobs = begun.map(({ job }) => job);
	const isAsked = (/** @type {number | undefined} */ jobId) =>
		world.emulator.journal.some((entry) => entry.jobId === jobId && entry.status === null);
	await until(() => jobs.some(isAsked), { maxMs: 2 * DUE_MS });
	await world.n8n.stop('SIGKILL');
	const logged = world.n8n.logs().length;
	await world.n8n.start();
	await settle(begun);
	countMarks(logged);
}

/** @param {string} what @param {Execution[]} executions */
async function rowOf(what, executions) {
	const statuses = await Promise.all(executions.map(async ({ id }) => await statusOf(id)));
	const count = (/** @type {string} */ status) => statuses.filter((one) => one === status).length;
	const crashed = executions.filter((_, index) => statuses[index] === 'crashed');
	let goOn = 0;
	for (const { id } of crashed) {
		const { status } = await world.n8n.client.retryExecution(id, {}, { maxMs: 120_000 });
		if (status === 'success') goOn++;
	}
	return {
		What: what,
		Executions: executions.length,
		'Marked as crashed for a while': executions.filter(({ marks }) => marks > 0).length,
		Succeeded: count('success'),
		'Crashed for good': crashed.length,
		'Succeeded when retried': goOn,
		Other: executions.length - count('success') - crashed.length,
	};
}

async function measure() {
	const answer = { kind: /** @type {const} */ ('delay'), delayMs: ANSWER_MS, times: 1_000_000 };
	world.emulator.faults.add({ where: 'service', operation: 'job_info', ...answer });
	await publish('Verbit', [
		world.verbit('Verbit', 'job:wait', {
			jobId: '={{ $json.body.job }}',
			options: { pollInterval: 1 },
		}),
	]);
	const pause = () => ownNode('Wait', 'wait', 1.1, { amount: 66, unit: 'seconds' });
	await publish('Wait', [pause(), { ...pause(), name: 'Wait again' }, setFields({})]);
	for (let count = 1; count <= Number(values.restarts); count++) {
		await restart();
		console.log(`restart ${count}: ${all.filter(({ marks }) => marks > 0).length} marked so far`);
	}
	for (let count = 0; count < Number(values.kills); count++) await kill();
	const isOver = async ({ id } = all[0]) =>
		!['running', 'waiting', 'new'].includes(await statusOf(id));
	for (const execution of all)
		await until(async () => await isOver(execution), { pollMs: 500, maxMs: 120_000 });
	/** @param {Kind} kind @param {boolean} byKill */
	const of = (kind, byKill) => all.filter((one) => one.kind === kind && one.byKill === byKill);
	const rows = [
		await rowOf(`${values.restarts} orderly restarts, Wait for Completion`, of('Verbit', false)),
		await rowOf(`${values.restarts} orderly restarts, n8n's own Wait twice`, of('Wait', false)),
		await rowOf(`${values.kills} kills during a check, Wait for Completion`, of('Verbit', true)),
	];
	console.log(table(rows));
}

runCommand(async () => {
	try {
		await world.start(fastClock(FACTOR));
		await measure();
	} finally {
		await world.stop();
	}
});
