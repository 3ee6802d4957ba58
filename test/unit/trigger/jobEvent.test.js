const querystring = require('node:querystring');
const callback = require('../../../nodes/VerbitTrigger/jobEvent');
const { RejectedCall } = require('../../../nodes/VerbitTrigger/respond');
const fc = require('../../support/fastCheck');

/** @param {unknown} body a text is one that n8n hasn't parsed @param {object} [request] */
function readCallback(body, request = {}) {
	const rawBody = typeof body === 'string' ? Buffer.from(body) : undefined;
	const getRequestObject = () => ({ rawBody, headers: {}, ...request });
	return callback.readCallback(/** @type {any} */ ({ getBodyData: () => body, getRequestObject }));
}

test('what a form says is read, in each way in which n8n hands a body on', () => {
	const anyExternalId = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' });
	const anyStatus = fc.constantFrom('Completed', 'COMPLETED', 'Failure', ' failure ');
	fc.assert(
		fc.property(fc.nat(), fc.option(anyExternalId), anyStatus, (number, text, status) => {
			const externalId = text && `x${text}x`;
			const fields = { job_id: number + 1, external_id: externalId ?? '', status };
			const form = querystring.stringify(fields);
			const asTexts = querystring.parse(form);
			const bodies = [fields, [fields], asTexts, form, { data: asTexts, files: {} }];
			const isCompleted = /completed/i.test(status);
			const job_status = isCompleted ? 'Completed' : 'Failure';
			const expected = {
				jobId: number + 1,
				event: isCompleted ? 'completed' : 'failed',
				fields: { external_id: externalId, job_status, confirmed: false },
			};
			for (const body of [...bodies, JSON.stringify(fields), JSON.stringify([fields])])
				expect(readCallback(body)).toEqual(expected);
		}),
	);
});

const COMPLETED = { job_id: 7, status: 'Completed' };

test.each([
	['job_status in place of status', { job_id: 7, job_status: 'Completed' }, null],
	['the status of the call', { job_id: 7, job_status: 'Completed', status: 200 }, null],
	['another job_status', { ...COMPLETED, job_status: {} }, null],
	['null for an external_id', { ...COMPLETED, external_id: null }, null],
	['a number for an external_id', { ...COMPLETED, external_id: 12 }, '12'],
	['a field twice that says the same', 'job_id=7&job_id=7&status=Completed', null],
])('%s is taken', (_name, body, externalId) => {
	const said = { external_id: externalId, job_status: 'Completed', confirmed: false };
	expect(readCallback(body)).toEqual({ jobId: 7, event: 'completed', fields: said });
});

test.each([
	[`job_id="7"&external_id="a"&status="'Completed'"`, 'a'],
	[`job_id='7'&external_id=it's&status="completed"`, "it's"],
	[{ job_id: '"7"', external_id: 'say "a"', status: `"'Completed'"` }, 'say "a"'],
	[`job_id=" 7 "&external_id="' a '"&status=" 'Completed' "`, 'a'],
])('quotes around a value, as Verbit has them, are not part of it: %j', (body, externalId) => {
	expect(readCallback(body)).toMatchObject({ jobId: 7, fields: { external_id: externalId } });
});

const TIMES = ['completed_at', 'completion_time', 'finished_at', 'job_completed_on'];

test.each(TIMES)('the time in %s tells one completion from another', (name) => {
	const call = { ...COMPLETED, [name]: '2026-11-25T10:00:00+01:00' };
	expect(readCallback(call)).toMatchObject({ completedAt: '2026-11-25T10:00:00+01:00' });
	expect(readCallback({ ...COMPLETED, [name]: { odd: 1 } })?.completedAt).toBeUndefined();
});

test.each([
	['it contains no job ID', 'CALL_IGNORED', [undefined, null, [{}], {}, { status: 'Completed' }]],
	['it contains several events', 'CALL_UNREADABLE', [[COMPLETED, { ...COMPLETED, job_id: 8 }]]],
	[
		'no job ID',
		'CALL_IGNORED',
		['test', 0, '9'.repeat(5000)].map((id) => ({ ...COMPLETED, job_id: id })),
	],
	['no status that is known', 'CALL_IGNORED', [{ job_id: 7, status: 'Archived' }, { job_id: 7 }]],
	['no status that is known', 'CALL_IGNORED', [{ job_id: 7, draft_ready: 'false' }]],
	["job_id isn't a single text", 'CALL_UNREADABLE', [{ ...COMPLETED, job_id: {} }]],
	["status isn't a single text", 'CALL_UNREADABLE', [{ job_id: 7, status: { is: 'Completed' } }]],
])('what is wrong is told: %s (%s)', (message, code, bodies) => {
	for (const body of bodies) {
		expect(() => readCallback(body)).toThrow(message);
		expect(() => readCallback(body)).toThrow(expect.objectContaining({ code }));
	}
});

test('a job that was canceled is no event, whatever is said of its draft', () => {
	expect(readCallback({ job_id: 7, status: 'Canceled', draft_ready: 1 })).toBeUndefined();
});

test.each([
	['JSON', JSON.stringify({ ...COMPLETED, files: ['a.srt'] })],
	['a form', 'job_id=7&status=Completed&files=2'],
])("%s with a field 'files' of its own is an event", (_name, body) => {
	expect(readCallback(body)).toMatchObject({ jobId: 7, event: 'completed' });
});

test.each([
	['a raw body', { rawBody: Buffer.alloc(65_537), headers: {} }],
	['a multipart form', { headers: { 'content-length': '65537' } }],
])('%s beyond 64 KiB is refused', (_name, request) => {
	expect(() => readCallback(COMPLETED, request)).toThrow('it has 65537 bytes');
});

test.each([
	['true', {}],
	[true, { status: '' }],
	[1, { job_status: 'Draft' }],
])('draft_ready %j is the event of a draft', (draft_ready, fields) => {
	expect(readCallback({ job_id: 7, draft_ready, ...fields })?.event).toBe('draftReady');
});

test('whatever is sent, it is read or refused with a reason', () => {
	const reasonOf = (/** @type {unknown} */ body) => {
		try {
			return readCallback(body) === undefined ? 'no event' : 'an event';
		} catch (error) {
			return error instanceof RejectedCall ? 'a refusal' : error;
		}
	};
	fc.assert(
		fc.property(fc.oneof(fc.anything(), fc.string()), (body) => {
			expect(reasonOf(body)).toEqual(expect.any(String));
		}),
	);
});
