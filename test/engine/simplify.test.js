const { useWorld } = require('./world');

const world = useWorld();

const get = async (/** @type {object} */ parameters) => {
	const jobId = world.newJob();
	const { items } = await world.run('job:get', [{}], { jobId, ...parameters });
	return { jobId, json: items[0].json };
};

test('Get returns the fields of a job that a next step uses, unless Simplify is off', async () => {
	const { jobId, json } = await get({});
	expect(json).toEqual({
		job_id: jobId,
		job_status: 'Pending',
		profile: 'standard',
		draft_ready: false,
	});
	const { json: all } = await get({ simplify: false });
	expect(all).toMatchObject({ job_status: 'Pending', labels: [], job_metadata: {} });
});
