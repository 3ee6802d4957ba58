const {
	JOB_FIELDS,
	simplify,
	SUBMIT_FIELDS,
	TRANSCRIBE_FIELDS,
} = require('../../../nodes/Verbit/parameters/simplify');

test('a job keeps at most ten fields that a next step uses, in a fixed order', () => {
	const answer = {
		labels: [],
		job_metadata: { course: 'x' },
		profile: 'standard',
		job_status: 'Completed',
		job_id: 7,
		draft_ready: false,
	};
	expect(Object.entries(simplify(answer, JOB_FIELDS))).toEqual([
		['job_id', 7],
		['job_status', 'Completed'],
		['profile', 'standard'],
		['draft_ready', false],
	]);
});

/** Of which an output has one. */
const ONE_OF = [
	['asset_id', 'asset_ids', 'media_url'],
	['text', 'transcript'],
];

test.each(
	/** @type {Array<[string, readonly string[], number]>} */ ([
		['a job', JOB_FIELDS, 10],
		['a submitted recording', SUBMIT_FIELDS, 10],
		// Text has no file name where it has a media URL.
		['a transcribed recording', TRANSCRIBE_FIELDS.filter((name) => name !== 'media_url'), 12],
	]),
)('%s has at most so many fields', (_what, fields, most) => {
	const superfluous = ONE_OF.map(
		(names) => Math.max(1, names.filter((name) => fields.includes(name)).length) - 1,
	);
	const count = superfluous.reduce((sum, more) => sum - more, fields.length);
	expect(count).toBeLessThanOrEqual(most);
});

test.each([[undefined], [null], [''], [[]], [{}]])('a field that is %j is left out', (empty) => {
	expect(simplify({ job_id: 7, job_name: empty }, JOB_FIELDS)).toEqual({ job_id: 7 });
});

test('the status of a job is never left out', () => {
	expect(simplify({ job_id: 7, job_status: '' }, JOB_FIELDS)).toEqual({
		job_id: 7,
		job_status: '',
	});
});

test('0 and false are kept', () => {
	expect(simplify({ a: 0, b: false }, ['a', 'b'])).toEqual({ a: 0, b: false });
});
