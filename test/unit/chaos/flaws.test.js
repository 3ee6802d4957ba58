const { flawsOf } = require('../../tools/chaos/flaws');

/** @typedef {import('../../tools/chaos/reckoning').Reckoned} Reckoned */

/** When everything was up again. */
const UP_AT = 1000;
const DURING = 500;
const AFTER = 1500;

/** @param {Partial<Reckoned>} one */
const reckoned = (one) => ({
	id: 'chaos-1-webhook-0002',
	way: /** @type {const} */ ('webhook'),
	started: [7],
	rightBytes: [7],
	orphans: [],
	ready: [],
	isNamed: false,
	lies: [],
	said: [],
	...one,
});

/** @param {Partial<Reckoned['said'][0]>} statement @returns {Reckoned['said'][0]} */
const said = (statement) => ({
	recording: 'chaos-1-webhook-0002',
	kind: 'failed',
	startedAt: DURING,
	...statement,
});

const UNCLEAR = said({ code: 'EXTERNAL_ID_UNCLEAR' });
const NOT_STARTED = { started: [], rightBytes: [] };

test.each(
	/** @type {Array<[string, Partial<Reckoned>]>} */ ([
		['one started job with its bytes', {}],
		[
			'a job beside it that was created first, and that a statement names',
			{ orphans: [6], isNamed: true },
		],
	]),
)('%s is no flaw', (_, one) => {
	expect(flawsOf(reckoned(one), UP_AT)).toEqual([]);
});

test.each(
	/** @type {Array<[string, Partial<Reckoned>, string, string]>} */ ([
		['started twice', { started: [7, 8], rightBytes: [7, 8] }, 'twice', 'node'],
		['other bytes', { rightBytes: [] }, 'bytes', 'node'],
		['success that is not true', { lies: [said({ kind: 'skipped' })] }, 'lie', 'node'],
		['no job, and nothing said', NOT_STARTED, 'notStarted', 'n8n'],
		[
			'no job, and a failure before all was up',
			{ ...NOT_STARTED, said: [said({})] },
			'notStarted',
			'n8n',
		],
		[
			'no job after n8n gave it to the node again',
			{ ...NOT_STARTED, said: [said({ startedAt: AFTER })] },
			'notStarted',
			'node',
		],
		[
			'a job that may be started',
			{ ...NOT_STARTED, orphans: [6], ready: [6], isNamed: true, said: [UNCLEAR] },
			'notStarted',
			'crash',
		],
		[
			'a job that lacks its media, and is said to be perhaps started',
			{ ...NOT_STARTED, orphans: [6], isNamed: true, said: [{ ...UNCLEAR, startedAt: AFTER }] },
			'notStarted',
			'node',
		],
		[
			'a job before the started one, which its execution does not name',
			{ orphans: [6], said: [said({ kind: 'submitted', jobId: 7 })] },
			'orphan',
			'node',
		],
		[
			'a job before the started one, whose execution n8n dropped',
			{ orphans: [6], said: [said({ kind: 'skipped' })] },
			'orphan',
			'n8n',
		],
		[
			'a job after the started one, whose execution n8n dropped',
			{ orphans: [8], said: [said({ kind: 'submitted', jobId: 7 })] },
			'orphan',
			'n8n',
		],
	]),
)('%s', (_, one, kind, cause) => {
	expect(flawsOf(reckoned(one), UP_AT)).toEqual([{ kind, cause }]);
});

test('an unstarted job of a recording that n8n gave to the node again is to be named', () => {
	const one = { ...NOT_STARTED, orphans: [6], said: [said({ startedAt: AFTER })] };
	expect(flawsOf(reckoned(one), UP_AT)).toEqual([
		{ kind: 'notStarted', cause: 'node' },
		{ kind: 'orphan', cause: 'node' },
	]);
});
