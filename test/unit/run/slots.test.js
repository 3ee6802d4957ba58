const { Slots } = require('../../../nodes/Verbit/run/slots');

const later = async () => await new Promise((resolve) => setImmediate(resolve));

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
