const { sharedExchange } = require('../../../credentials/verbitApi/exchangeKey');

let accounts = 0;
/** Each test has an account of its own: what is known of exchanges lives as long as the process. */
const newAccount = () => `identity ${++accounts}`;

/** An exchange that counts, and can be let go by hand. */
function countingExchange() {
	let count = 0;
	/** @type {Array<() => void>} */
	const waiting = [];
	return {
		count: () => count,
		release: () => waiting.splice(0).forEach((go) => go()),
		exchange: async () => {
			const token = `token ${++count}`;
			await new Promise((resolve) => waiting.push(() => resolve(undefined)));
			return { token, obtainedAt: Date.now(), renewAfter: Infinity };
		},
	};
}

test('callers at the same time share one exchange and its token', async () => {
	const account = newAccount();
	const { exchange, release, count } = countingExchange();
	const callers = Array.from(
		{ length: 10 },
		async () => await sharedExchange(account, 'old', exchange),
	);
	release();
	const tokens = (await Promise.all(callers)).map(({ token }) => token);
	expect(new Set(tokens)).toEqual(new Set(['token 1']));
	expect(count()).toBe(1);
});

test('a caller who comes a little later with the old token gets the new one', async () => {
	const account = newAccount();
	const { exchange, release, count } = countingExchange();
	const first = sharedExchange(account, 'old', exchange);
	release();
	await first;
	expect(await sharedExchange(account, 'old', exchange)).toMatchObject({ token: 'token 1' });
	expect(count()).toBe(1);
});

test('a caller whose token is the last one exchanged gets another: this one was refused', async () => {
	const account = newAccount();
	const { exchange, release } = countingExchange();
	const first = sharedExchange(account, 'old', exchange);
	release();
	await first;
	const second = sharedExchange(account, 'token 1', exchange);
	release();
	expect(await second).toMatchObject({ token: 'token 2' });
});

test('a token of hours ago is no news, so that it is exchanged again', async () => {
	jest.useFakeTimers({ now: 0 });
	const account = newAccount();
	const { exchange, release, count } = countingExchange();
	const first = sharedExchange(account, 'old', exchange);
	release();
	await first;
	jest.setSystemTime(3 * 3600_000);
	const second = sharedExchange(account, 'old', exchange);
	release();
	await second;
	jest.useRealTimers();
	expect(count()).toBe(2);
});

test('a failure is told to all who wait, and the next caller tries anew', async () => {
	const account = newAccount();
	let count = 0;
	const failing = async () => {
		count++;
		await Promise.resolve();
		throw new Error('refused');
	};
	const callers = [1, 2, 3].map(async () => await sharedExchange(account, '', failing));
	const outcomes = await Promise.allSettled(callers);
	expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
	expect(count).toBe(1);
	await expect(sharedExchange(account, '', failing)).rejects.toThrow('refused');
	expect(count).toBe(2);
});

test('two keys do not share an exchange', async () => {
	const { exchange, release, count } = countingExchange();
	const callers = [newAccount(), newAccount()].map(
		async (account) => await sharedExchange(account, '', exchange),
	);
	release();
	await Promise.all(callers);
	expect(count()).toBe(2);
});
