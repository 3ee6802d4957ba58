/** What Skip is worth where executions of one workflow overlap, on several workers that share n8n's database. */
const { externalIds, submitInParallel, summary } = require('../e2e/overlap');
const { useQueue } = require('./world');

const world = useQueue();

jest.setTimeout(300_000);

const IDS = 50;
const EXECUTIONS = 4;

test.each([1, 2, 3])(
	'each recording is started by one of several executions, whatever worker has it (round %d)',
	async (round) => {
		const { executionIds, errors, ids } = await submitInParallel(world, {
			ids: externalIds(`round-${round}`, IDS),
			executions: EXECUTIONS,
			postTo: world.queue.webhooks.url,
		});
		const once = 'starts 1, outputs 1, unnamed 0';
		expect({ errors, ids: summary(ids) }).toEqual({ errors: [], ids: { [once]: IDS } });
		expect(new Set(executionIds.map((id) => world.queue.workerOf(id)))).toHaveProperty('size', 2);
	},
);
