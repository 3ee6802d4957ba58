const { readJobStatus } = require('../../../nodes/Verbit/api/jobInfo');

test.each([
	['Pending', 'pending'],
	['In Progress', 'inProgress'],
	['in_progress', 'inProgress'],
	['IN PROGRESS', 'inProgress'],
	['InProgress', 'inProgress'],
	['Completed', 'completed'],
	['complete', 'completed'],
	['Canceled', 'canceled'],
	['Cancelled', 'canceled'],
	['Failure', 'failed'],
	['Failed', 'failed'],
	['error', 'failed'],
	['In Review', 'unknown'],
])('%s is %s, and kept as it is written', (text, state) => {
	expect(readJobStatus({ job_status: text })).toEqual({ state, text });
});

test.each(['Pending', 'In Progress', 'Completed', 'Canceled', 'Failed'])(
	'a status of more words than %s is none that is known',
	(known) => {
		for (const text of [`Not ${known}`, `${known} so far`])
			expect(readJobStatus({ job_status: text })).toEqual({ state: 'unknown', text });
	},
);

test.each([undefined, null, '', 7, {}])('%p tells no status', (status) => {
	const info = /** @type {any} */ ({ job_status: status });
	expect(readJobStatus(info)).toEqual({ state: 'unknown', text: 'unknown' });
});

test('a status is cut after a hundred characters', () => {
	expect(readJobStatus({ job_status: 'Z'.repeat(1000) }).text).toMatch(/^Z{100}…$/);
});
