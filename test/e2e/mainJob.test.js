const { manualTrigger, readFiles, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { testMainJob } = require('./mainJob');
const { useN8n } = require('./world');

const world = useN8n();

testMainJob(world);

test("a run that meets the workflow's timeout ends its upload at once", async () => {
	// Most of a minute's upload.
	world.emulator.faults.add({ where: 'store', kind: 'slow', bytesPerSecond: 400_000 });
	const upload = world.verbit('Upload', 'asset:upload', { jobId: world.newJob() });
	const nodes = [manualTrigger(), readFiles(world.newFile(20_000_000)), upload];
	const { client } = world.n8n;
	// Long enough for a busy machine to begin the upload in it, s.
	const flow = workflow('Slow', nodes, { settings: { executionTimeout: 15 } });
	const id = await client.runWorkflow((await client.createWorkflow(flow)).id);
	const { journal } = world.emulator;
	await until(() => journal.count({ operation: 'put' }) > 0);
	expect((await client.waitForExecution(id)).status).toBe('canceled');
	await until(() => journal.underWay.store === 0);
	expect(journal.count({ operation: 'put', status: 200 })).toBe(0);
});
