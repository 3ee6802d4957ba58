const { render } = require('../../tools/chaos/page');

/** @typedef {import('../../tools/chaos/results').RunResult} RunResult */
/** @typedef {import('../../tools/chaos/results').Odd} Odd */

const COUNTS = {
	all: 10,
	startedOnce: 10,
	startedTwice: 0,
	wrongBytes: 0,
	notStarted: 0,
	notStartedTaken: 0,
	notStartedNamed: 0,
};

const RUN = {
	seed: 1,
	n8n: '2.40.7',
	recordings: 30,
	minutes: 6,
	happened: { 'SIGKILL worker': 4 },
	restarts: 4,
	sentAgain: 2,
	givenUp: 0,
	unaided: { webhook: COUNTS, folder: COUNTS, atOnce: COUNTS },
	counts: { webhook: COUNTS, folder: COUNTS, atOnce: COUNTS },
	orphans: 3,
	orphansNamed: 3,
	orphansBesideJob: 0,
	lies: 0,
	operator: { retried: 1, refused: [], scheduledRuns: 1 },
	executions: { 'webhook: success': 10, 'folder: success': 2, 'folder: crashed': 1 },
	errors: {},
	odd: /** @type {Odd[]} */ ([]),
	stories: {},
	events: [],
	origin: { date: '2026-01-01T00:00:00Z', commit: 'abc', code: '', cpu: 'a CPU', load: 0 },
};

/** Accepted at once, and dropped after its job was created. @type {Odd} */
const LOST = {
	id: 'chaos-1-atOnce-0010',
	way: 'atOnce',
	flaws: [
		{ kind: 'notStarted', cause: 'n8n' },
		{ kind: 'orphan', cause: 'n8n' },
	],
	started: 0,
	rightBytes: 0,
	orphans: 1,
	sending: { tries: 1, isTaken: true, endedAt: 0 },
	said: {},
};

/** @type {RunResult} */
const WITH_LOSS = {
	...RUN,
	counts: {
		...RUN.counts,
		atOnce: { ...COUNTS, startedOnce: 9, notStarted: 1, notStartedTaken: 1 },
	},
	orphans: 4,
	odd: [LOST],
};

/** The rows of the page's tables that begin so. @param {string} page @param {string} start */
const rows = (page, start) => page.split('\n').filter((line) => line.startsWith(`| ${start}`));

test('where all went well every aim is reached, and no recording has a row', () => {
	const page = render([RUN]);
	const [, aims] = page.split(/^## /m);
	expect(aims.match(/\| yes \|$/gm)).toHaveLength(7);
	expect(page).toContain('30 others: one started job each, with its bytes.');
});

test('the aims say what n8n lost, and that it had returned success', () => {
	const page = render([WITH_LOSS]);
	const [aim] = rows(
		page,
		'Recordings with one started job and their bytes: Webhook that responds immediately',
	);
	expect(aim).toContain('9 of 10. 1: n8n returned success to the sender and dropped the data');
	expect(aim).toMatch(/\*\*no\*\* \|$/);
	const [orphans] = rows(page, 'Jobs created and never started that');
	expect(orphans).toContain(
		'3 of 4. 1: n8n dropped the data of the execution that created the job',
	);
});
