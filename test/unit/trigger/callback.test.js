const fc = require('../../support/fastCheck');
const querystring = require('node:querystring');
const callback = require('../../../nodes/VerbitTrigger/callback');
const { Refusal } = require('../../../nodes/VerbitTrigger/respond');

/** @param {unknown} body @param {object} [request] */
const readCallback = (body, request = { headers: {} }) =>
	callback.readCallback(
		/** @type {any} */ ({ getBodyData: () => body, getRequestObject: () => request }),
	);

const anyJobId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const anyExternalId = fc.option(
	fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }).map((text) => `x${text}x`),
);
const anyStatus = fc.constantFrom(
	/** @type {const} */ (['Completed', 'completed']),
	/** @type {const} */ (['COMPLETED', 'completed']),
	/** @type {const} */ (['Failure', 'failed']),
	/** @type {const} */ ([' failure ', 'failed']),
);

test('what a form says is read, in each way in which n8n hands a body on', () => {
	fc.assert(
		fc.property(anyJobId, anyExternalId, anyStatus, (jobId, externalId, [status, state]) => {
			const fields = { job_id: jobId, external_id: externalId ?? '', status };
			const form = querystring.stringify(fields);
			const asTexts = querystring.parse(form);
			const bodies = [fields, [fields], asTexts, form, { data: asTexts, files: {} }];
			for (const body of bodies) {
				expect(readCallback(body)).toEqual({ jobId, externalId, event: state });
			}
		}),
	);
});

test('a field may be sent twice so long as it says the same', () => {
	expect(readCallback('job_id=7&job_id=7&status=Completed')?.jobId).toBe(7);
	expect(() => readCallback('job_id=7&job_id=8&status=Completed')).toThrow(
		"job_id isn't a single text",
	);
});

test.each([
	['job_status in place of status', { job_id: 7, job_status: 'Completed' }],
	['no external_id', { job_id: 7, status: 'Completed' }],
	['null for an external_id', { job_id: 7, external_id: null, status: 'Completed' }],
])('%s is taken', (_name, body) => {
	expect(readCallback(body)).toEqual({
		jobId: 7,
		externalId: null,
		event: 'completed',
	});
});

test('an external_id that is a number becomes a text', () => {
	expect(readCallback({ job_id: 7, external_id: 12, status: 'Completed' })?.externalId).toBe('12');
});

test.each([
	['nothing', undefined],
	['null', null],
	['a list of calls', [{}, {}]],
	['an empty form', {}],
	['no job ID', { status: 'Completed' }],
	['a word as job ID', { job_id: 'test', status: 'Completed' }],
	['zero as job ID', { job_id: 0, status: 'Completed' }],
	['a job ID beyond all numbers', { job_id: '9'.repeat(20), status: 'Completed' }],
])('%s names no job', (_name, body) => {
	expect(() => readCallback(body)).toThrow('it contains no job ID');
});

test.each([
	['a status that is new', { status: 'Archived' }],
	['no status', {}],
	['a draft that is not ready', { draft_ready: 'false' }],
])('%s is not known', (_name, fields) => {
	expect(() => readCallback({ job_id: 7, ...fields })).toThrow('no status that is known');
});

test.each([
	['a job that goes on', { status: 'In Progress' }],
	[
		'a job that was canceled, whatever is said of its draft',
		{ status: 'Canceled', draft_ready: 1 },
	],
])('%s is no event', (_name, fields) => {
	expect(readCallback({ job_id: 7, ...fields })).toBeUndefined();
});

test.each([
	['a raw body', { rawBody: Buffer.alloc(65_537), headers: {} }],
	['a multipart form', { headers: { 'content-length': '65537' } }],
])('%s beyond 64 KiB is refused', (_name, request) => {
	expect(() => readCallback({ job_id: 7, status: 'Completed' }, request)).toThrow(
		'it has 65537 bytes',
	);
});

test.each([
	['true', {}],
	['True', { status: 'In Progress' }],
	[true, { status: '' }],
	[1, { job_status: 'Draft' }],
	['1', {}],
])('draft_ready %j is the event of a draft', (draft_ready, fields) => {
	expect(readCallback({ job_id: 7, draft_ready, ...fields })?.event).toBe('draftReady');
});

test('the end of a job counts before its draft', () => {
	expect(readCallback({ job_id: 7, status: 'Completed', draft_ready: true })?.event).toBe(
		'completed',
	);
});

test.each([
	['an object as job ID', { job_id: {}, status: 'Completed' }, "job_id isn't a single text"],
	['an object as status', { job_id: 7, status: { is: 'Completed' } }, "status isn't a single text"],
	['a long job ID', { job_id: '1'.repeat(5000), status: 'Completed' }, 'job_id is too long'],
])('%s is refused with 400', (_name, body, message) => {
	expect(() => readCallback(body)).toThrow(message);
	expect(() => readCallback(body)).toThrow(expect.objectContaining({ status: 400 }));
});

test('whatever is sent, it is read or refused with a reason', () => {
	fc.assert(
		fc.property(fc.oneof(fc.anything(), fc.string()), (body) => {
			try {
				expect(readCallback(body)?.jobId ?? 1).toBeGreaterThan(0);
			} catch (error) {
				expect(error).toBeInstanceOf(Refusal);
			}
		}),
	);
});
