const fc = require('fast-check');
const querystring = require('node:querystring');
const { StepError } = require('../../../nodes/Verbit/errors/stepError');
const { readCallback } = require('../../../nodes/VerbitTrigger/callback');

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
				expect(readCallback(body)).toEqual({ jobId, externalId, state });
			}
		}),
	);
});

test('a field may be sent twice so long as it says the same', () => {
	expect(readCallback('job_id=7&job_id=7&status=Completed').jobId).toBe(7);
	expect(() => readCallback('job_id=7&job_id=8&status=Completed')).toThrow(
		'job_id is no single text or number',
	);
});

test.each([
	['job_status in place of status', { job_id: 7, job_status: 'Completed' }],
	['no external_id', { job_id: 7, status: 'Completed' }],
	['null for an external_id', { job_id: 7, external_id: null, status: 'Completed' }],
])('%s is taken', (_name, body) => {
	expect(readCallback(body)).toEqual({ jobId: 7, externalId: null, state: 'completed' });
});

test('an external_id that is a number becomes a text', () => {
	expect(readCallback({ job_id: 7, external_id: 12, status: 'Completed' }).externalId).toBe('12');
});

test.each([
	['nothing', undefined, 'The call has no form fields'],
	['null', null, 'The call has no form fields'],
	['a list of calls', [{}, {}], 'The call has no form fields'],
	['an empty form', {}, 'The call names no status'],
	['no job ID', { status: 'Completed' }, "'Job ID' must be a positive whole number"],
	['an object as job ID', { job_id: {}, status: 'Completed' }, 'job_id is no single text'],
	['an object as status', { job_id: 7, status: { is: 'Completed' } }, 'status is no single text'],
	['a long job ID', { job_id: '1'.repeat(5000), status: 'Completed' }, 'job_id is too long'],
])('%s is refused', (_name, body, message) => {
	expect(() => readCallback(body)).toThrow(message);
});

test('whatever is sent, it is read or refused with a reason', () => {
	fc.assert(
		fc.property(fc.oneof(fc.anything(), fc.string()), (body) => {
			try {
				expect(readCallback(body).jobId).toBeGreaterThan(0);
			} catch (error) {
				expect(error).toBeInstanceOf(StepError);
			}
		}),
	);
});
