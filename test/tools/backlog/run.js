#!/usr/bin/env node
/**
 * `npm run tool -- backlog`: examples/submit-folder.json goes through a folder of 1,000 recordings in a real n8n, a hundred
 * in each execution. Prints what it takes, and puts it with a picture into docs/maintainers/results.md. `-- --quick` goes
 * through 20, and only prints.
 */
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { parseArgs } = require('node:util');
const { step } = require('../../support/setup/progress');
const { runCommand } = require('../command');

const options = { quick: { type: /** @type {const} */ ('boolean'), default: false } };
const { quick } = parseArgs({ options }).values;
const [RECORDINGS, LIMIT] = quick ? [20, 10] : [1000, 100];

const MIB = 1024 * 1024;

/** In place of Google Drive: a list of recordings, and 2 MiB of each. */
async function startDrive() {
	const { requestTo } = require('../../e2e/examples');
	const { LinkServer } = require('../../engine/linkServer');
	const { asRecording } = require('../../support/recordings/heads');
	const drive = new LinkServer();
	await drive.start();
	const list = Array.from({ length: RECORDINGS }, (_, id) => ({ id, name: `${id}.wav` }));
	const content = asRecording(Buffer.alloc(2 * MIB));
	drive.answer(({ url = '' }, response) => {
		const isList = url === '/list';
		response.setHeader('content-type', isList ? 'application/json' : 'audio/wav');
		response.end(isList ? JSON.stringify(list) : content);
	});
	const instead = {
		'List recordings': requestTo(`${drive.url}/list`),
		Download: requestTo(`${drive.url}/{{ $json.id }}`, true),
	};
	return { drive, instead };
}

/** What n8n's database and files take, in MiB. @param {string} folder */
const diskOf = (folder) =>
	Number.parseInt(
		execFileSync('du', ['-sm', '--exclude=node_modules', folder], { encoding: 'utf8' }),
	);

runCommand(async (installed) => {
	// These need what has been installed by now.
	const { CLICK, prepareExample } = require('../../e2e/examples');
	const { Lab, LIMITS } = require('../bench/lab');
	const { measuredOn, tellResult } = require('../results');
	const [lab, begun] = [new Lab(), new Date()];
	const { drive, instead } = await startDrive();
	const rows = [];
	/** @type {import('../results').Bar[]} */
	const bars = [];
	try {
		await step('Start n8n', async () => await lab.start());
		const { client, userFolder } = lab.n8n;
		const change = { instead, parameters: { Limit: { maxItems: LIMIT } } };
		const example = prepareExample('submit-folder.json', lab.credential, change);
		const { id: workflowId } = await client.createWorkflow(example);
		const execute = async () => {
			const [from, before] = [performance.now(), lab.jobs().length];
			fs.writeFileSync(`/proc/${lab.n8n.server?.pid}/clear_refs`, '5');
			const id = await client.runWorkflow(workflowId, { trigger: CLICK });
			const { data } = await client.waitForExecution(id, LIMITS);
			const submitted = lab.jobs().length;
			const problem = data.resultData.error?.message;
			if (problem || submitted === before) throw new Error(problem ?? `${submitted} submitted`);
			const seconds = (performance.now() - from) / 1000 / (submitted - before);
			const memory = Math.round(lab.memory('VmHWM') / MIB);
			const disk = diskOf(userFolder);
			// As n8n does it by itself where executions aren't saved.
			await client.request('POST', '/executions/delete', { ids: [id] });
			const parts = [{ value: memory, colour: /** @type {const} */ ('good') }];
			bars.push({ label: `${submitted} submitted`, text: `${memory} MiB`, parts });
			return {
				Submitted: submitted,
				'Seconds each': seconds.toFixed(2),
				"Peak of n8n's memory": `${memory} MiB`,
				"n8n's disk": `${disk} MiB`,
				'… once the execution is deleted': `${diskOf(userFolder)} MiB`,
			};
		};
		while (rows.length * LIMIT < RECORDINGS)
			rows.push(await step(`Submit ${LIMIT} of ${RECORDINGS} recordings`, execute));
	} finally {
		await lab.stop();
		await drive.stop();
	}
	tellResult('backlog', {
		// The picture has all of them.
		rows: rows.filter((_, index) => quick || index % 3 === 0),
		groups: [{ heading: "Peak of n8n's memory, execution by execution", bars }],
		measured: measuredOn(begun, installed),
		isForOthers: !quick,
	});
});
