const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { testMainJob } = require('./mainJob');
const { useN8n } = require('./world');

const world = useN8n();

testMainJob(world);

test("a run that meets the workflow's timeout ends its upload at once", async () => {
	world.emulator.faults.add({ where: 'store', kind: 'stall', bytes: 1000 });
	const nodes = [
		manualTrigger(),
		readFiles(world.newFile(20_000_000)),
		world.verbit('Upload', 'asset:upload', {
			jobId: world.newJob(),
			options: { stallTimeout: 3600 },
		}),
	];
	const { client } = world.n8n;
	// Long enough for a busy machine to begin the upload in it, s.
	const flow = workflow('Stalled', nodes, { settings: { executionTimeout: 15 } });
	const id = await client.runWorkflow((await client.createWorkflow(flow)).id);
	const { journal } = world.emulator;
	await until(() => journal.count({ operation: 'put' }) > 0);
	expect((await client.waitForExecution(id)).status).toBe('canceled');
	await until(() => journal.underWay.store === 0);
});
