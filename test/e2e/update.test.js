/** What an update of the node does to the executions that wait meanwhile, and to External IDs. */
const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { after, items, waitsIn } = require('./waits');
const { useN8n } = require('./world');

const world = useN8n();
const waits = waitsIn(world);

/** Fifty seconds of the machine's clock, so that n8n has mostly started again: what is due before counts as crashed, for a while. */
const pollInterval = 1500;

/**
 * Installs another version of the package, as n8n does it: over the one that is there, before a restart.
 * @param {string} version @param {(saved: string) => string} [change] of the code that says what is saved with an execution
 */
async function update(version, change = (saved) => saved) {
	await world.n8n.stop();
	const folder = await world.n8n.installNode();
	const rewrite = (/** @type {string} */ name, /** @type {(text: string) => string} */ edit) => {
		const file = path.join(folder, name);
		writeFileSync(file, edit(readFileSync(file, 'utf8')));
	};
	rewrite('package.json', (text) => JSON.stringify({ ...JSON.parse(text), version }));
	rewrite('dist/nodes/Verbit/journal/saved.js', change);
	await world.n8n.start();
}

const transcribe = (/** @type {string} */ externalId) =>
	world.byUrl('Transcribe', `https://media.example.com/${externalId}.mp4`, {
		externalId,
		ifExternalIdUsed: 'reuse',
		options: { timeoutHours: 48, pollInterval },
	});

/** @param {string} externalId */
const jobOf = (externalId) => world.jobs().find((job) => job.externalId === externalId)?.id ?? 0;

test('executions that wait for a job go on after an update, item by item, with the right items behind them', async () => {
	const jobs = waits.newJobs(3);
	const wait = waits.wait('Wait', {}, { pollInterval });
	const transcribing = await waits.start([transcribe('update')]);
	const waiting = await waits.start([...items(jobs), wait, after()]);
	for (const { id } of [transcribing, waiting]) await waits.untilStatus(id);
	await update('0.99.0');
	const job = jobOf('update');
	waits.end([job, ...jobs], 'Completed');
	for (const { id } of [transcribing, waiting]) await waits.untilStatus(id, 'success');
	const transcribed = await waits.result(transcribing.id);
	expect(transcribed.rows('Transcribe')).toMatchObject([{ job_id: job, text: expect.any(String) }]);
	const { rows, data } = await waits.result(waiting.id);
	expect(rows('After')).toEqual(jobs.map((one) => ({ job: one, status: 'Completed', of: one })));
	expect(data.resultData.runData.Wait).toHaveLength(1);
});

test("a version that can't read what waits says so with the job, and the same External ID leads to it", async () => {
	const { client } = world.n8n;
	const { id, workflowId } = await waits.start([transcribe('downgrade')]);
	await waits.untilStatus(id);
	const job = jobOf('downgrade');
	await update('1.99.0', (saved) => {
		expect(saved).toContain('exports.VERSION = 1;');
		return saved.replace('exports.VERSION = 1;', 'exports.VERSION = 2;');
	});
	await waits.untilStatus(id, 'error');
	const { error } = await waits.result(id);
	expect(error?.context?.code).toBe('SAVED_BY_OTHER_VERSION');
	expect(error?.message).toContain(`Its jobs: ${job}`);
	waits.end([job], 'Completed');
	const { rows } = await waits.result(await client.runWorkflow(workflowId));
	expect(rows('Transcribe')).toMatchObject([{ job_id: job, continued: true }]);
	expect(world.jobs().filter(({ externalId }) => externalId === 'downgrade')).toHaveLength(1);
});
