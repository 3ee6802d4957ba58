const { randomUUID } = require('node:crypto');
const fc = require('fast-check');
const { EmittedEvents } = require('../../../nodes/VerbitTrigger/emittedEvents');

const HOUR = 3600_000;
const LIMIT = 1000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What n8n stores, as it comes back from its database. @param {object} data */
const stored = (data) => JSON.parse(JSON.stringify(data));

test('an event is known once it was added, to all who ask for this node', () => {
	const place = randomUUID();
	new EmittedEvents(place, {}).add('7:completed');
	expect(new EmittedEvents(place, {}).has('7:completed')).toBe(true);
	expect(new EmittedEvents(place, {}).has('7:failed')).toBe(false);
	expect(new EmittedEvents(randomUUID(), {}).has('7:completed')).toBe(false);
});

test('another process knows it from what n8n stored', () => {
	/** @type {any} */
	const data = {};
	const events = new EmittedEvents(randomUUID(), data);
	events.add('7:completed');
	expect(data).toEqual({});
	events.store();
	const others = new EmittedEvents(randomUUID(), stored(data));
	expect(others.has('7:completed')).toBe(true);
	expect([events, others].map((one) => one.isOfThisProcess('7:completed'))).toEqual([true, false]);
});

test('an event is known again after it was taken back and added', () => {
	const events = new EmittedEvents(randomUUID(), {});
	events.add('7:completed');
	events.remove('7:completed');
	const others = new EmittedEvents(randomUUID(), {});
	expect(others.has('7:completed')).toBe(false);
	events.add('7:completed');
	expect(events.has('7:completed')).toBe(true);
});

test('the repeats of 48 hours are known, and nothing is kept for more than 72', () => {
	/** @type {any} */
	const data = {};
	const events = new EmittedEvents(randomUUID(), data);
	events.add('7:completed');
	jest.advanceTimersByTime(48 * HOUR);
	expect(events.has('7:completed')).toBe(true);
	jest.advanceTimersByTime(25 * HOUR);
	expect(events.has('7:completed')).toBe(false);
	events.add('8:completed');
	events.store();
	expect(Object.keys(data.emitted)).toEqual(['8:completed']);
});

test('of calls at the same time none loses the event of another', () => {
	const place = randomUUID();
	// Each has read what n8n stored before the other wrote.
	const data = [{}, {}];
	const calls = data.map((ofCall) => new EmittedEvents(place, ofCall));
	calls[0].add('7:completed');
	calls[1].add('8:completed');
	for (const call of calls) call.store();
	for (const ofCall of data) {
		const others = new EmittedEvents(randomUUID(), stored(ofCall));
		expect(['7:completed', '8:completed'].map((event) => others.has(event))).toEqual([true, true]);
	}
});

test('an execution that ends late stores the events that came meanwhile, too', () => {
	const place = randomUUID();
	/** @type {any} */
	const data = {};
	const late = new EmittedEvents(place, data);
	late.add('7:completed');
	late.store();
	new EmittedEvents(place, {}).add('8:completed');
	const others = new EmittedEvents(randomUUID(), stored(data));
	expect(['7:completed', '8:completed'].map((event) => others.has(event))).toEqual([true, true]);
});

test('the newest thousand are known, however they came, and no more are stored', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 1200 }), fc.boolean(), (count, isRestarted) => {
			/** @type {any} */
			let data = {};
			let place = randomUUID();
			for (let jobId = 1; jobId <= count; jobId++) {
				jest.advanceTimersByTime(1);
				if (isRestarted && jobId % 300 === 0) [place, data] = [randomUUID(), stored(data)];
				const emitted = new EmittedEvents(place, data);
				emitted.add(`${jobId}:completed`);
				emitted.store();
			}
			const events = new EmittedEvents(place, data);
			expect(Object.keys(data.emitted)).toHaveLength(Math.min(count, LIMIT));
			expect(events.has(`${count}:completed`)).toBe(true);
			expect(events.has(`${Math.max(1, count - LIMIT + 1)}:completed`)).toBe(true);
			expect(events.has(`${count - LIMIT}:completed`)).toBe(false);
		}),
		{ numRuns: 4, examples: [[LIMIT + 100, true]] },
	);
});
