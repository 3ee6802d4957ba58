/** A thousand answers to each call that must not be carried out twice: which are right, and what follows after the others. */
const { Readable } = require('node:stream');
const { attach } = require('../../../nodes/Verbit/api/attach');
const { ServiceClient } = require('../../../nodes/Verbit/api/client');
const { createJob } = require('../../../nodes/Verbit/api/createJob');
const { startTranscription } = require('../../../nodes/Verbit/api/startTranscription');
const fc = require('../../support/fastCheck');

/** @typedef {{ status: number, text: string, headers: Record<string, string> }} Answer */

const JOB = 4711;

/** A client whose calls are answered so, and how often it asks for the job. @param {Answer} answer @param {string} [status] */
function clientOf(answer, status) {
	const info = { status: 200, text: JSON.stringify({ job_status: status }), headers: {} };
	const jobInfo = jest.fn(() => (status === undefined ? { ...info, status: 404 } : info));
	const send = async (/** @type {string} */ _name, /** @type {{ url: string }} */ { url }) => {
		const { status: statusCode, text, headers } = url.endsWith('/info') ? jobInfo() : answer;
		return { statusCode, headers, body: Readable.from([Buffer.from(text)]) };
	};
	const context = {
		helpers: { httpRequestWithAuthentication: send },
		getCredentials: async () => ({ authentication: 'apiToken', apiKey: 'key', apiVersion: 4 }),
	};
	return { jobInfo, client: new ServiceClient(/** @type {any} */ (context), { attempts: 1 }) };
}

/** @type {(...statuses: number[]) => fc.Arbitrary<number>} */
const anyOf = (...statuses) => fc.constantFrom(...statuses);
const TYPES = ['application/json', 'text/plain; charset=utf-8', 'application/octet-stream'];

/** @param {fc.Arbitrary<unknown>} bodies texts, or JSON @returns {fc.Arbitrary<Answer>} */
const answers = (bodies, statuses = anyOf(200, 201), types = TYPES) =>
	fc.tuple(bodies, statuses, fc.constantFrom(...types)).map(([body, status, type]) => ({
		status,
		text: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
		headers: { 'content-type': type },
	}));

const blanks = fc.constantFrom('', ' ', '\r\n');
const words = fc
	.tuple(
		fc.constantFrom('OK', 'okay', 'Done', 'accepted', 'created', 'Started', 'SUCCESS', 'true'),
		fc.constantFrom('', '.', '!'),
		fc.boolean(),
	)
	.map(([text, end, isJson]) => (isJson ? `"${text}${end}"` : text + end));

const ids = fc.constantFrom(JOB, String(JOB));
const otherIds = fc.constantFrom(JOB + 1, `${JOB}0`, null, undefined, [JOB], { id: JOB });

/** What Verbit documents of a job. */
const fields = fc.record(
	{ profile: fc.string(), labels: fc.array(fc.string()), errors: fc.constant([]) },
	{ requiredKeys: [] },
);

/** @param {fc.Arbitrary<unknown>} id @param {Array<string | undefined>} statuses */
const jobs = (id, statuses, more = /** @type {fc.Arbitrary<object>} */ (fields)) =>
	fc
		.tuple(id, fc.constantFrom(...statuses), more)
		.map(([job_id, job_status, others]) => ({ ...others, job_id, job_status }));

/** Whose fields say more than what a job is. */
const additions = fc
	.tuple(fc.constantFrom('error', 'started', 'message', 'code', 'constructor'), fc.jsonValue())
	.map(([name, value]) => ({ [name]: value }));

/** @param {string[]} fits */
const right = (fits) =>
	fc.oneof(
		answers(blanks, anyOf(200, 201, 204)),
		answers(words),
		answers(fc.constantFrom('{}', ' { } ', 'null')),
		answers(jobs(ids, [undefined, ...fits])),
	);

const SAYS_DONE = /^\s*(\{\s*\}|null|"?[a-z]+[.!]?"?)?\s*$/i;

/** @param {string[]} fits @param {string[]} unfit */
const others = (fits, unfit) =>
	fc.oneof(
		answers(fc.oneof(fc.json(), fc.string()).filter((text) => !SAYS_DONE.test(text))),
		answers(blanks, anyOf(202, 205, 206, 303)),
		answers(fc.oneof(blanks, words, jobs(ids, fits)), undefined, ['text/html', 'Text/HTML;a=b']),
		answers(words.map((word) => `${word}, but not now`)),
		answers(jobs(otherIds, fits)),
		answers(jobs(ids, unfit)),
		answers(jobs(ids, [undefined, ...fits], additions)),
	);

const envelopes = fc.record({
	ErrorType: fc.constantFrom('INVALID_OPTION', 'MISSING_PARAMETER', 'ITEM_NOT_FOUND', 'LOCKED'),
	ErrorComment: fc.string(),
});

/** Verbit's own, at the top or one level down. */
const refusals = answers(
	fc
		.tuple(envelopes, jobs(ids, ['Pending', 'In Progress']), anyOf(0, 1, 2, 3))
		.map(
			([envelope, job, place]) =>
				[{ ...job, ...envelope }, { ...job, error: envelope }, { data: envelope }, [envelope]][
					place
				],
		),
	anyOf(200, 201, 400, 404, 422),
);

/** @template T @param {fc.Arbitrary<T>} given @param {(given: T) => Promise<void>} rule */
const holds = async (given, rule) =>
	await fc.assert(fc.asyncProperty(given, rule), { numRuns: 1000 });

/** How a call ends. @param {Promise<object>} call @returns {Promise<any>} */
const endOf = async (call) => await call.catch(({ details }) => details);

/** @param {string} ErrorType @param {string} ErrorComment @returns {Answer} */
const refusalOf = (ErrorType, ErrorComment) => ({
	status: 400,
	text: JSON.stringify({ ErrorType, ErrorComment }),
	headers: {},
});

describe('a start', () => {
	const STARTED = ['In Progress', 'in_progress', 'Completed', 'Failure'];
	const OTHERS = others(STARTED, ['Pending', 'Canceled', 'Held']);

	/** @param {Answer} answer @param {string} [status] of the job */
	const start = async (answer, status, known = { isInDoubt: false }) => {
		const { client, jobInfo } = clientOf(answer, status);
		const end = await endOf(startTranscription(client, JOB, undefined, known));
		return { end, asked: jobInfo.mock.calls.length };
	};

	test('that is answered rightly is one', async () => {
		await holds(right(STARTED), async (answer) => {
			const { end, asked } = await start(answer, 'Pending');
			expect([end.code, asked]).toEqual([undefined, 0]);
		});
	});

	test('that is answered otherwise is what the job says, which is asked for once', async () => {
		/** @type {Array<[status: string | undefined, end: object]>} */
		const ends = [
			['In Progress', { job_status: 'In Progress' }],
			['Pending', { code: expect.any(String), isInDoubt: false, jobStatus: 'Pending' }],
			[undefined, { code: expect.any(String), isInDoubt: true }],
		];
		await holds(fc.tuple(OTHERS, fc.constantFrom(...ends)), async ([answer, [status, end]]) => {
			expect(await start(answer, status)).toMatchObject({ end, asked: 1 });
		});
	});

	test('of an own job that is refused for a status that cannot be read is in doubt: a gateway may have sent it twice', async () => {
		const known = { isInDoubt: false, isOwnJob: true };
		for (const [status, isInDoubt] of /** @type {const} */ ([
			[undefined, true],
			['Held', true],
			['Canceled', false],
		])) {
			const { end } = await start(refusalOf('INVALID_QUERY', 'x'), status, known);
			const code = isInDoubt ? 'CALL_REFUSED' : 'START_REFUSED';
			expect(end).toMatchObject({ code, isInDoubt });
		}
	});

	test('that is refused is none, whatever the status', async () => {
		await holds(refusals, async (answer) => {
			const { end, asked } = await start(answer, 'In Progress');
			expect(end).toMatchObject({ errorType: expect.any(String), isInDoubt: false });
			expect(asked).toBe(0);
		});
	});
});

describe('an attachment', () => {
	const SENT = { media_url: 'https://h/x.mp4' };

	/** @param {Answer} answer @param {import('../../../nodes/Verbit/api/attach').AttachStep} [step] */
	const add = async (answer, step = 'Add media', isInDoubt = false) => {
		const { client } = clientOf(answer, 'Pending');
		return await endOf(attach(client, { step, jobId: JOB, body: SENT }, { isInDoubt }));
	};

	test('is not confirmed by what is said of the key', async () => {
		const refused = refusalOf('BAD_API_TOKEN', 'The key was already revoked');
		const known = { code: 'API_KEY_REFUSED', isInDoubt: true };
		expect(await add(refused, 'Merge', true)).toMatchObject(known);
	});

	test('that is answered rightly is one', async () => {
		const echo = answers(jobs(ids, [undefined, 'Pending'], fc.constant(SENT)));
		await holds(fc.oneof(right(['Pending', 'pending']), echo), async (answer) => {
			expect((await add(answer)).code).toBeUndefined();
		});
	});

	test('that is answered otherwise is in doubt', async () => {
		await holds(others(['Pending'], ['In Progress', 'Canceled', 'Held']), async (answer) => {
			expect(await add(answer)).toMatchObject({ code: 'ATTACHMENT_UNCLEAR', isInDoubt: true });
		});
	});

	test('that is refused is none', async () => {
		await holds(refusals, async (answer) => {
			const refused = { errorType: expect.any(String), isInDoubt: false };
			expect(await add(answer)).toMatchObject(refused);
		});
	});
});

describe('a creation', () => {
	/** @param {Answer} answer */
	const create = async (answer) =>
		await endOf(createJob(clientOf(answer).client, { profile: 'standard' }, false));

	const MAY_EXIST = { code: 'JOB_MAY_EXIST', isInDoubt: true };

	/** @param {number} status @param {string} location @returns {Answer} */
	const leadsTo = (status, location) => ({ status, text: '', headers: { location } });

	test('that is answered with a job has made it', async () => {
		await holds(answers(jobs(ids, [undefined, 'Pending'], additions)), async (answer) => {
			expect(await create(answer)).toMatchObject({ job_id: JOB });
		});
	});

	test('that is answered with a job in another way may have made it, and leaves it for the next try', async () => {
		const beside = fc.tuple(envelopes, ids).map(([envelope, job_id]) => ({ ...envelope, job_id }));
		const inner = fc
			.tuple(fields, ids)
			.map(([others, job_id]) => ({ ...others, data: { job_id } }));
		const led = fc
			.tuple(anyOf(201, 303), fc.constantFrom('/jobs/', '/job/', '/x?v=4&job_id='))
			.map(([status, start]) => leadsTo(status, start + JOB));
		await holds(fc.oneof(answers(beside), answers(inner), led), async (answer) => {
			expect(await create(answer)).toMatchObject({ ...MAY_EXIST, createdJob: JOB });
		});
	});

	test('that is answered with a success without a job may have made one', async () => {
		const bodies = fc.oneof(fc.json(), words, blanks).filter((text) => !/job_id|Error/.test(text));
		await holds(answers(bodies), async (answer) => {
			expect(await create(answer)).toMatchObject({ ...MAY_EXIST, createdJob: undefined });
		});
	});

	test('that is refused has made none', async () => {
		const types = answers(envelopes, anyOf(200, 201, 400, 404, 422));
		const led = anyOf(301, 302, 307, 308).map((status) => leadsTo(status, `/jobs/${JOB}`));
		await holds(fc.oneof(types, led), async (answer) => {
			const { code, isInDoubt } = await create(answer);
			expect([code, isInDoubt]).toEqual([expect.stringMatching(/CALL_REFUSED|NOT_VERBIT/), false]);
		});
	});
});
