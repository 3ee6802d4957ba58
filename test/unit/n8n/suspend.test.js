const { reasonAgainst } = require('../../../nodes/Verbit/n8n/suspend');

/**
 * What the reason is read from, in n8n's context of a node.
 * @param {object} changes
 * @param {object} [ofExecution]
 */
const contextOf = (changes, ofExecution = {}) =>
	/** @type {any} */ ({
		getExecutionDataById: async () => ({ resultData: { runData: {} } }),
		getExecuteData: () => ({}),
		getExecutionId: () => '3',
		getMode: () => 'trigger',
		getNode: () => ({ type: 'n8n-nodes-verbit.verbit' }),
		onExecutionFinish: () => {},
		runExecutionData: {
			executionData: { nodeExecutionStack: [] },
			resultData: { runData: {} },
			...ofExecution,
		},
		...changes,
	});

/** A sub-workflow that was started with so many items. @param {number} count */
const startedWith = (count) => ({
	parentExecution: { executionId: '1', workflowId: 'w' },
	resultData: {
		runData: {
			Start: [{ startTime: 1, data: { main: [Array.from({ length: count }, () => ({}))] } }],
		},
	},
});

/** A sub-workflow whose caller, execution 1, is one itself, which main execution 2 called. @param {object} caller */
const calledBy = (caller) => {
	const saved = {
		1: { ...caller, parentExecution: { executionId: '2', workflowId: 'm' } },
		2: { resultData: { runData: {} } },
	};
	return { getExecutionDataById: async (/** @type {1 | 2} */ id) => saved[id] };
};

/** One of which n8n has saved no run so far. */
const begun = {
	...startedWith(2),
	resultData: { runData: {} },
	executionData: { nodeExecutionStack: [{ data: { main: [[{}, {}]] } }] },
};

const AT_ONCE = 'the result is needed right away';
const HIDDEN = "this version or engine of n8n can't suspend it";
const ONE_CALL_OF_SEVERAL = expect.stringContaining('once for each item');
const LOSES_ERROR = expect.stringContaining('loses the errors of sub-workflows');

test.each([
	['an execution of its own is suspended', {}, {}, undefined],
	['who starts n8n as "cli" gets the result', { getMode: () => 'cli' }, {}, AT_ONCE],
	['who evaluates gets the result', { getMode: () => 'evaluation' }, {}, AT_ONCE],
	['who has no execution gets the result', { getExecutionId: () => undefined }, {}, AT_ONCE],
	['an n8n that hides its data waits in place', { runExecutionData: undefined }, {}, HIDDEN],
	['an n8n that hides its entry waits in place', { getExecuteData: () => undefined }, {}, HIDDEN],
	[
		'an engine without a context waits in place',
		{ getExecutionContext: () => undefined },
		{},
		HIDDEN,
	],
	[
		'one with a context is suspended',
		{ getExecutionContext: () => ({ version: 1 }) },
		{},
		undefined,
	],
	['a sub-workflow of several items is suspended', {}, startedWith(2), undefined],
	['one of one item may be one call of several', {}, startedWith(1), ONE_CALL_OF_SEVERAL],
	[
		'one before n8n 2.33 would lose its error',
		{ onExecutionFinish: undefined },
		startedWith(2),
		LOSES_ERROR,
	],
	[
		'one that nobody waits for is like any other execution',
		{},
		{ ...startedWith(1), parentExecution: { shouldResume: false } },
		undefined,
	],
	['its caller may have several items', calledBy(startedWith(2)), startedWith(2), undefined],
	['its caller may have one', calledBy(startedWith(1)), startedWith(2), ONE_CALL_OF_SEVERAL],
	['it may have begun', calledBy(begun), startedWith(2), undefined],
])('%s', async (_what, changes, ofExecution, reason) => {
	expect(await reasonAgainst(contextOf(changes, ofExecution))).toEqual(reason);
});
