const { getEventListeners } = require('node:events');
const { useEmulator } = require('../../support/emulatorClient');
const { until } = require('../../support/until');
const { Receiver } = require('../../support/callbackReceiver');

const client = useEmulator();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const receiver = new Receiver();

beforeEach(async () => {
	await receiver.start();
	// Only the clock of the emulator is to bring a repetition, unless a test says otherwise.
	client.set({ callbackUrl: receiver.url, callbackRepeatSeconds: 60 });
});
afterEach(async () => await receiver.stop());

/** @param {import('../state').JobStatus} status */
const end = (status = 'Completed') => client.emulator.setJobStatus(Number(client.jobId), status);

/** @param {object} [body] */
const perform = async (body) => await client.call('POST /job/perform_transcription', body);

/** Callbacks that were sent and answered. */
const outcomes = () =>
	client.emulator.journal
		.filter(({ host }) => host === 'callback')
		.map(({ status, answer }) => `${status} ${answer}`);

/** @param {number} count */
const sent = async (count) => {
	await until(() => outcomes().length === count && !outcomes().includes('null null'));
	await until(() => client.emulator.callbacks.underWay.size === 0);
};

const waiting = () => client.emulator.state.data.callbacks;

describe('a job that ends', () => {
	test('is told as a form, and once where it is taken', async () => {
		client.jobId = client.emulator.createJob({ profile: 'standard', externalId: 'x & 1' });
		await client.addMedia();
		await perform();
		client.emulator.clock.advance(MINUTE);
		await sent(1);
		client.emulator.clock.advance(HOUR);
		expect(receiver.received).toEqual([
			{
				method: 'POST',
				path: '/hook?secret=1',
				type: 'application/x-www-form-urlencoded',
				form: { job_id: String(client.jobId), external_id: 'x & 1', status: 'Completed' },
			},
		]);
		const { form } = receiver.received[0];
		const noted = { host: 'callback', operation: 'callback', method: 'POST', path: '/hook' };
		const answered = { jobId: client.jobId, status: 200, answer: 'OK', body: form };
		expect(client.emulator.journal.at(-1)).toMatchObject({ ...noted, ...answered });
		expect(waiting()).toEqual([]);
	});

	test('is told in real time too, with nobody asking', async () => {
		await client.addMedia();
		await perform({ finish_in: 0.05, finish_with_error: true });
		await sent(1);
		expect(receiver.received[0].form).toMatchObject({ status: 'Failure', external_id: '' });
	});

	test('is told only where it has ended, once, and where there is a URL', async () => {
		for (const status of /** @type {const} */ (['Pending', 'In Progress', 'Canceled'])) {
			end(status);
			expect(waiting()).toEqual([]);
		}
		end();
		end();
		await sent(1);
		client.set({ callbackUrl: 'none' });
		end('Failure');
		expect(waiting()).toEqual([]);
	});
});

describe("the job's own callback URL", () => {
	test.each(/** @type {const} */ (['body', 'query']))(
		'in the %s comes before the account’s',
		async (place) => {
			await client.addMedia();
			const own = { callback_url: receiver.url.replace('hook', 'own') };
			const query = { v: 4, job_id: client.jobId, ...(place === 'query' ? own : {}) };
			const body = place === 'body' ? own : {};
			await client.call('POST /job/perform_transcription', body, query);
			end();
			await sent(1);
			expect(receiver.received[0].path).toBe('/own?secret=1');
		},
	);

	test('is refused where it is no URL', async () => {
		await client.addMedia();
		const { json } = await perform({ callback_url: 'example.com' });
		expect(json.ErrorType).toBe('INVALID_URL');
	});
});

describe('a callback that is not taken', () => {
	test.each([
		['another text', { body: 'ok' }, '200 ok'],
		['more than OK', { body: 'OK\n' }, '200 OK\n'],
		['JSON', { body: '"OK"' }, '200 "OK"'],
		['an error', { status: 500, body: 'OK' }, '500 OK'],
		['a redirect', { status: 302, body: 'OK' }, '302 OK'],
	])('because of %s is sent again', async (_what, answer, outcome) => {
		receiver.answers = [answer];
		end();
		await sent(1);
		client.emulator.clock.advance(MINUTE);
		await sent(2);
		expect(outcomes()).toEqual([outcome, '200 OK']);
		expect(receiver.received[1]).toEqual(receiver.received[0]);
		expect(waiting()).toEqual([]);
	});

	test('because nobody answers is sent again', async () => {
		receiver.answers = ['cut'];
		end();
		await until(() => waiting()[0]?.attempts === 1);
		client.emulator.clock.advance(MINUTE);
		await until(() => waiting().length === 0);
		expect(outcomes()).toEqual(['null null', '200 OK']);
	});

	test('waits twice as long each time, and no longer than an hour', async () => {
		receiver.answers = Array(9).fill({ body: 'no' });
		const waits = [];
		end();
		for (let count = 1; count <= 9; count++) {
			await sent(count);
			const wait = waiting()[0].nextAt - client.emulator.clock.now();
			waits.push(Math.ceil(wait / MINUTE));
			client.emulator.clock.advance(wait);
		}
		await sent(10);
		expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
	});

	test('is sent for 48 hours', async () => {
		receiver.answers = [{ body: 'no' }, { body: 'no' }];
		end();
		await sent(1);
		client.emulator.clock.advance(47 * HOUR);
		await sent(2);
		client.emulator.clock.advance(2 * HOUR);
		expect(waiting()).toEqual([]);
		expect(outcomes()).toHaveLength(2);
	});

	test('is sent again after a restart', async () => {
		receiver.answers = [{ body: 'no' }];
		end();
		await sent(1);
		await client.emulator.restart();
		client.emulator.clock.advance(MINUTE);
		await sent(2);
		expect(waiting()).toEqual([]);
	});

	test('does not keep the emulator from its end', async () => {
		receiver.answers = ['nothing'];
		end();
		await until(() => receiver.received.length === 1);
		await client.emulator.stop();
		expect(client.emulator.callbacks.underWay.size).toBe(0);
	});
});

describe('deliverCallback', () => {
	test('sends one more, whatever the job is', async () => {
		const receipt = await client.emulator.deliverCallback(Number(client.jobId));
		expect(receipt).toEqual({ status: 200, answer: 'OK' });
		expect(receiver.received[0].form.status).toBe('Pending');
	});

	test('sends what is not true, to where it is told to', async () => {
		const url = receiver.url.replace('hook', 'other');
		await client.emulator.deliverCallback(7, { url, status: 'Completed', note: 'forged' });
		expect(receiver.received).toMatchObject([
			{ path: '/other?secret=1', form: { job_id: '7', status: 'Completed', note: 'forged' } },
		]);
	});

	test('does not send again what is not taken', async () => {
		receiver.answers = [{ status: 404, body: 'no' }, 'cut'];
		const { emulator, jobId } = client;
		expect(await emulator.deliverCallback(Number(jobId))).toEqual({ status: 404, answer: 'no' });
		expect(await emulator.deliverCallback(Number(jobId))).toEqual({ status: null, answer: null });
		expect(waiting()).toEqual([]);
	});

	test('needs a URL', async () => {
		client.set({ callbackUrl: 'none' });
		await expect(client.emulator.deliverCallback(7)).rejects.toThrow(RangeError);
	});

	test('leaves out a field that is given empty, and sends any status word', async () => {
		const { emulator, jobId } = client;
		await emulator.deliverCallback(Number(jobId), { status: '', draft_ready: 'true' });
		await emulator.deliverCallback(Number(jobId), { status: 'Archived' });
		expect(receiver.received.map(({ form }) => [form.status, form.draft_ready])).toEqual([
			[undefined, 'true'],
			['Archived', undefined],
		]);
	});
});

describe('a draft that becomes ready', () => {
	const draft = () =>
		client.emulator.setJobStatus(Number(client.jobId), 'In Progress', { isDraftReady: true });

	test('is told once, with draft_ready and no status, and again until it is taken', async () => {
		receiver.answers = [{ status: 400, body: 'no' }];
		draft();
		draft();
		await sent(1);
		client.emulator.clock.advance(MINUTE);
		await sent(2);
		const form = { job_id: String(client.jobId), external_id: '', draft_ready: 'true' };
		expect(receiver.received.map((call) => call.form)).toEqual([form, form]);
		expect(waiting()).toEqual([]);
	});

	test('comes before the end of the job, which is told as well', async () => {
		draft();
		await sent(1);
		end();
		await sent(2);
		expect(receiver.received[1].form).toMatchObject({ status: 'Completed' });
		expect(receiver.received[1].form).not.toHaveProperty('draft_ready');
	});
});

describe('deliverTestEvent', () => {
	test.each([
		['noJob', { external_id: '', status: 'Completed' }],
		['unknownJob', { job_id: '999999999', external_id: '', status: 'Completed' }],
		['empty', {}],
	])('sends what testEventForm says to the URL of the account: %s', async (testEventForm, form) => {
		client.set({ testEventForm: /** @type {any} */ (testEventForm) });
		const receipt = await client.emulator.deliverTestEvent();
		expect(receipt).toEqual({ status: 200, answer: 'OK' });
		expect(receiver.received).toEqual([expect.objectContaining({ path: '/hook?secret=1', form })]);
	});

	test('takes fields and a URL, and needs one', async () => {
		const url = receiver.url.replace('hook', 'other');
		await client.emulator.deliverTestEvent({ url, event: 'test' });
		expect(receiver.received).toMatchObject([
			{ path: '/other?secret=1', form: { event: 'test', status: 'Completed' } },
		]);
		client.set({ callbackUrl: 'none' });
		await expect(client.emulator.deliverTestEvent()).rejects.toThrow(RangeError);
	});
});

test('twenty callbacks at once put no listener on the signal that they share', async () => {
	const { callbacks } = client.emulator;
	const sending = Array.from({ length: 20 }, async () => {
		return await client.emulator.deliverCallback(7, { url: receiver.url });
	});
	expect(outcomes()).toHaveLength(20);
	expect(getEventListeners(callbacks.aborter.signal, 'abort')).toHaveLength(0);
	expect(await Promise.all(sending)).toEqual(Array(20).fill({ status: 200, answer: 'OK' }));
});
