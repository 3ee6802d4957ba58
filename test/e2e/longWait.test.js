const { fastClock } = require('../support/n8n/settings');
const { manualTrigger, setFields, workflow } = require('../support/n8n/workflow');
const { until } = require('../support/until');
const { useN8n } = require('./world');

/** A minute passes in two seconds for n8n. */
const world = useN8n(fastClock(30));

test('both outputs of an If may lead to one wait: no job is passed on before it has ended', async () => {
	const jobs = [world.newJob(), world.newJob()];
	for (const jobId of jobs) world.emulator.setJobStatus(jobId, 'In Progress');
	const wait = world.verbit('Wait', 'job:wait', {
		jobId: '={{ $json.jobs }}',
		options: { timeout: 36000 },
	});
	const flow = workflow('If into one wait', [
		manualTrigger(),
		setFields({ jobs }),
		{
			name: 'Jobs',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'jobs', options: {} },
		},
		{
			name: 'If',
			type: 'n8n-nodes-base.if',
			typeVersion: 1,
			parameters: { conditions: { number: [{ value1: '={{ $json.jobs }}', value2: jobs[1] }] } },
		},
		wait,
	]);
	const to = [{ node: 'Wait', type: 'main', index: 0 }];
	flow.connections.If = { main: [to, to] };
	const { client } = world.n8n;
	const { id } = await client.createWorkflow(flow);
	const executionId = await client.runWorkflow(id);
	const isWaiting = async () => (await client.listExecutions(id))[0].status === 'waiting';
	await until(isWaiting);
	world.emulator.setJobStatus(jobs[0], 'Completed');
	await until(async () => {
		const looks = world.emulator.journal.count({ operation: 'job_info', jobId: jobs[1] });
		return looks > 1 && (await isWaiting());
	}).catch(() => {});
	world.emulator.setJobStatus(jobs[1], 'Completed');
	const { status, data } = await client.waitForExecution(executionId);
	expect(status).toBe('success');
	const runs = data.resultData.runData.Wait.map((run) => run.data?.main[0]?.[0]?.json);
	expect(runs).toMatchObject([{ job_id: jobs[1] }, { job_id: jobs[0] }]);
});
