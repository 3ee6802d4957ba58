const { DataDeduplicationService } = require('n8n-core');
const { ProcessedValues } = require('./processedValues');
const { useWorld } = require('./world');

/** An n8n that finds the rows of its memory in another way than today's: in a file of its own, as the node checks it once. */
const world = useWorld();
const memory = new ProcessedValues();

test.each(['first', 'second'])(
	'Skip sends nothing where n8n keeps all external IDs in one row (%s ID)',
	async (externalId) => {
		memory.isMixed = true;
		await DataDeduplicationService.init(/** @type {any} */ (memory)).catch(() => {});
		const { error } = await world.run('job:create', [{}], {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			additionalFields: { externalId, ifExternalIdUsed: 'skip' },
		});
		expect(error.context).toMatchObject({ code: 'EXTERNAL_ID_NOT_CHECKED' });
		expect(error.message).toContain("doesn't keep external IDs apart");
		expect(world.count('job_new')).toBe(0);
	},
);
