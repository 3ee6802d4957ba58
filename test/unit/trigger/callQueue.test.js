const { CallQueue, oneCallPerJob } = require('../../../nodes/VerbitTrigger/handleCall');

/** A piece of work that ends when it is told to. */
function openWork() {
	/** @type {(value?: unknown) => void} */
	let end = () => {};
	const ended = new Promise((resolve) => (end = resolve));
	return { work: async () => await ended, end };
}

test('so many are handled at a time, so many wait, and the next is refused with 503', async () => {
	const queue = new CallQueue(2, 3);
	const { work, end } = openWork();
	let begun = 0;
	const calls = Array.from({ length: 5 }, () =>
		queue.run(async () => {
			begun++;
			await work();
		}),
	);
	await expect(queue.run(async () => 'done')).rejects.toMatchObject({
		status: 503,
		code: 'TOO_MANY_CALLS',
		body: 'Too many calls are waiting',
	});
	expect(begun).toBe(2);
	end();
	await Promise.all(calls);
	expect(begun).toBe(5);
});

test('a call that fails gives its place back', async () => {
	const queue = new CallQueue(1, 0);
	const fail = async () => {
		throw new Error('failed');
	};
	await expect(queue.run(fail)).rejects.toThrow('failed');
	await expect(queue.run(async () => 'done')).resolves.toBe('done');
});

test('a second call for a job is refused with 503 while the first is handled, and taken after it', async () => {
	const { work, end } = openWork();
	const first = oneCallPerJob('flow/1/7', work);
	const done = async () => 'done';
	await expect(oneCallPerJob('flow/1/7', done)).rejects.toMatchObject({
		status: 503,
		code: 'CALL_JOB_BUSY',
	});
	await expect(oneCallPerJob('flow/1/8', done)).resolves.toBe('done');
	end();
	await first;
	await expect(oneCallPerJob('flow/1/7', done)).resolves.toBe('done');
});
