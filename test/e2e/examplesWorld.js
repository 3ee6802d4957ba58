const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { useLinkServer } = require('../engine/linkServer');
const { prepareExample } = require('./examples');
const { useN8n } = require('./world');

/** @typedef {import('../support/n8n/restClient').Execution} Execution */

/** As n8n names the trigger that its button starts. */
const CLICK = 'When clicking ‘Execute workflow’';

/** @param {Execution} execution */
const problemOf = ({ data }) => data.resultData.error?.message;

/** An n8n with its own defaults for the examples of one test file, and a host for what is outside. */
function useExamples() {
	const home = fs.mkdtempSync(path.join(os.tmpdir(), 'verbit-home-'));
	const world = useN8n({ HOME: home, N8N_RESTRICT_FILE_ACCESS_TO: undefined });
	const links = useLinkServer();
	/** The only folder that n8n may read and write. */
	const files = path.join(home, '.n8n-files');
	beforeAll(() => void fs.mkdirSync(files));
	afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

	/** @param {string} operation */
	const count = (operation) => world.emulator.journal.count({ operation });

	/** @param {string} fileName @param {string} trigger that `run` starts, as the editor does @param {import('./examples').Change} [change] */
	async function importExample(fileName, trigger, change) {
		const { client } = world.n8n;
		const example = prepareExample(fileName, world.credential, { home, ...change });
		const created = await client.createWorkflow(example);
		const begin = async () => await client.runWorkflow(created.id, { trigger });
		return { created, begin, run: async () => await client.waitForExecution(await begin()) };
	}

	/** The second run makes no job. @param {() => Promise<Execution>} run */
	async function twice(run) {
		const first = await run();
		expect(problemOf(first)).toBeUndefined();
		const jobs = count('job_new');
		const second = await run();
		expect(problemOf(second)).toBeUndefined();
		expect(count('job_new')).toBe(jobs);
		return { first, second, jobs };
	}

	return { world, links, files, importExample, count, problemOf, twice };
}

module.exports = { CLICK, useExamples };
