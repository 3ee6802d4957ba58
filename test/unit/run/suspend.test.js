const { reasonAgainst } = require('../../../nodes/Verbit/run/suspend');

/**
 * What the reason is read from, in n8n's context of a node.
 * @param {object} changes
 * @param {object} [ofExecution]
 */
const contextOf = (changes, ofExecution = {}) =>
	/** @type {any} */ ({
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

test('an execution of its own can be suspended', () => {
	expect(reasonAgainst(contextOf({}))).toBeUndefined();
});

test.each(['cli', 'evaluation'])('whoever starts n8n as "%s" gets the result at once', (mode) => {
	expect(reasonAgainst(contextOf({ getMode: () => mode }))).toBe('the result is needed right away');
});

test('an n8n that hides what it runs next waits in place', () => {
	const context = contextOf({ runExecutionData: { resultData: {} } });
	expect(reasonAgainst(context)).toBe("this version of n8n can't suspend it");
});

describe('a sub-workflow', () => {
	test('that was called with several items is suspended', () => {
		expect(reasonAgainst(contextOf({}, startedWith(2)))).toBeUndefined();
	});

	test('that was called with one item waits in place: it may be one call of several', () => {
		expect(reasonAgainst(contextOf({}, startedWith(1)))).toContain('once for each item');
	});

	test('waits in place before n8n 2.33, which would lose its error', () => {
		const context = contextOf({ onExecutionFinish: undefined }, startedWith(2));
		expect(reasonAgainst(context)).toContain('loses the errors of sub-workflows');
	});

	test('that nobody waits for is like any other execution', () => {
		const parentExecution = { shouldResume: false };
		expect(reasonAgainst(contextOf({}, { ...startedWith(1), parentExecution }))).toBeUndefined();
	});
});
