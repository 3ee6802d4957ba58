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

test("Get returns the user's own fields as they were given, with the URLs in them", async () => {
	const externalId = 'https://lms.example.com/course?id=42&page=2#part-3';
	const metadata = { course: externalId, recording: 'https://h/x.mp4?X-Amz-Signature=TopSecret' };
	const jobId = world.newJob();
	world.emulator.state.update(({ jobs }) =>
		Object.assign(jobs[jobId], { externalId, name: `See ${externalId}`, metadata }),
	);
	const { items } = await world.run('job:get', [{}], { jobId, simplify: false });
	expect(items[0].json).toMatchObject({
		external_id: externalId,
		job_name: `See ${externalId}`,
		job_metadata: metadata,
	});
});
