const { JOB_OUTPUT, shape } = require('../../../nodes/Verbit/parameters/simplify');

test('a job keeps the fields that a next step uses, in a fixed order', () => {
	const answer = {
		labels: [],
		job_metadata: { course: 'x' },
		profile: 'standard',
		job_status: 'Completed',
		job_id: 7,
		draft_ready: false,
	};
	expect(Object.entries(shape(answer, JOB_OUTPUT, true))).toEqual([
		['job_id', 7],
		['job_status', 'Completed'],
		['profile', 'standard'],
		['draft_ready', false],
	]);
});

test.each([[undefined], [null], [''], [[]], [{}]])('a field that is %j is left out', (empty) => {
	expect(shape({ job_id: 7, job_name: empty }, JOB_OUTPUT, true)).toEqual({ job_id: 7 });
});

test('the status of a job is never left out', () => {
	expect(shape({ job_id: 7, job_status: '' }, JOB_OUTPUT, true)).toEqual({
		job_id: 7,
		job_status: '',
	});
});
