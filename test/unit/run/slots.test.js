const { Slots } = require('../../../nodes/Verbit/run/slots');

const later = async () => await new Promise((resolve) => setImmediate(resolve));

test('never more tasks run at a time than there are slots, and all run', async () => {
	const slots = new Slots(3);
	let running = 0;
	let most = 0;
	let done = 0;
	await Promise.all(
		Array.from(
			{ length: 20 },
			async () =>
				await slots.use(async () => {
					most = Math.max(most, ++running);
					await later();
					running--;
					done++;
				}),
		),
	);
	expect({ most, done }).toEqual({ most: 3, done: 20 });
});

test('tasks begin in the order they came', async () => {
	const slots = new Slots(1);
	/** @type {number[]} */
	const begun = [];
	await Promise.all(
		[1, 2, 3, 4].map(
			async (number) =>
				await slots.use(async () => {
					begun.push(number);
					await later();
				}),
		),
	);
	expect(begun).toEqual([1, 2, 3, 4]);
});

test('a task that fails gives its slot back', async () => {
	const slots = new Slots(1);
	await expect(slots.use(async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
	await expect(slots.use(async () => 'next')).resolves.toBe('next');
});
