const { readJobStatus } = require('../../../nodes/Verbit/api/jobInfo');

test.each([
	['pending', ['Pending']],
	['inProgress', ['In Progress', 'in_progress', 'IN PROGRESS', 'InProgress']],
	['completed', ['Completed', 'complete']],
	['canceled', ['Canceled', 'Cancelled']],
	['failed', ['Failure', 'Failed', 'error']],
	['unknown', ['In Review', 'Not Pending', 'Pending so far', 'Not Completed', 'Failed so far']],
	['unknown', ['Not Canceled', 'Canceled so far', 'Not In Progress', 'In Progress so far']],
])('the status %s is told by %j, which is kept as it is written', (state, texts) => {
	const read = texts.map((text) => readJobStatus({ job_status: text }));
	expect(read).toEqual(texts.map((text) => ({ state, text })));
});

test.each([undefined, null, '', 7, {}])('%p tells no status', (status) => {
	const info = /** @type {any} */ ({ job_status: status });
	expect(readJobStatus(info)).toEqual({ state: 'unknown', text: 'unknown' });
});

test('a status is cut after a hundred characters', () => {
	expect(readJobStatus({ job_status: 'Z'.repeat(1000) }).text).toMatch(/^Z{100}…$/);
});
