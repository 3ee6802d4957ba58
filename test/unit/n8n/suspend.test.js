const { whyNotSuspended } = require('../../../nodes/Verbit/n8n/suspend');

/** What the reason is read from, in n8n's context of a node. @param {object} changes @param {object} [ofExecution] */
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

const notWaitedFor = { ...startedWith(1), parentExecution: { shouldResume: false } };

/** As n8n hands it on to each sub-workflow. */
const ofMcp = {
	getExecutionContext: () => ({ triggerNode: { type: '@n8n/n8n-nodes-langchain.mcpTrigger' } }),
};

const AT_ONCE = 'the result is needed right away';
const HIDDEN = "this version or engine of n8n can't suspend it";
const ONE_CALL_OF_SEVERAL = expect.stringContaining('once for each item');
const LOSES_ERROR = expect.stringContaining('loses the errors of sub-workflows');

/** @type {Array<[what: string, reason: unknown, changes: object, ofExecution?: object]>} */
const CASES = [
	['an execution of its own is suspended', undefined, {}],
	['who starts n8n as "cli" gets the result', AT_ONCE, { getMode: () => 'cli' }],
	['who evaluates gets the result', AT_ONCE, { getMode: () => 'evaluation' }],
	['who has no execution gets the result', AT_ONCE, { getExecutionId: () => undefined }],
	["an MCP client's sub-workflow on a worker is suspended", undefined, ofMcp, notWaitedFor],
	['an n8n that hides its data waits in place', HIDDEN, { runExecutionData: undefined }],
	['an n8n that hides its entry waits in place', HIDDEN, { getExecuteData: () => undefined }],
	['an engine without a context waits in place', HIDDEN, { getExecutionContext: () => undefined }],
	['one with a context is suspended', undefined, { getExecutionContext: () => ({ version: 1 }) }],
	['a sub-workflow of several items is suspended', undefined, {}, startedWith(2)],
	['one of one item may be one call of several', ONE_CALL_OF_SEVERAL, {}, startedWith(1)],
	['before 2.33 n8n loses errors', LOSES_ERROR, { onExecutionFinish: undefined }, startedWith(2)],
	['one that nobody waits for is any other execution', undefined, {}, notWaitedFor],
	['its caller may have several items', undefined, calledBy(startedWith(2)), startedWith(2)],
	['its caller may have one', ONE_CALL_OF_SEVERAL, calledBy(startedWith(1)), startedWith(2)],
	['it may have begun', undefined, calledBy(begun), startedWith(2)],
];

test.each(CASES)('%s', async (_what, reason, changes, ofExecution = {}) => {
	expect(await whyNotSuspended(contextOf(changes, ofExecution))).toEqual(reason);
});
