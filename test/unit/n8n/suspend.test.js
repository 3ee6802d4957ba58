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

test('an execution of its own can be suspended', async () => {
	expect(await reasonAgainst(contextOf({}))).toBeUndefined();
});

test.each(['cli', 'evaluation'])('who starts n8n as "%s" gets the result at once', async (mode) => {
	expect(await reasonAgainst(contextOf({ getMode: () => mode }))).toBe(
		'the result is needed right away',
	);
});

test('who runs a node without an execution gets the result at once', async () => {
	const context = contextOf({ getExecutionId: () => undefined });
	expect(await reasonAgainst(context)).toBe('the result is needed right away');
});

test.each([{ runExecutionData: undefined }, { getExecuteData: () => undefined }])(
	'an n8n that hides what it runs waits in place (%j)',
	async (hidden) => {
		const context = contextOf(hidden);
		expect(await reasonAgainst(context)).toBe("this version of n8n can't suspend it");
	},
);

describe('a sub-workflow', () => {
	test('that was called with several items is suspended', async () => {
		expect(await reasonAgainst(contextOf({}, startedWith(2)))).toBeUndefined();
	});

	test('that was called with one item waits in place: it may be one call of several', async () => {
		expect(await reasonAgainst(contextOf({}, startedWith(1)))).toContain('once for each item');
	});

	test('waits in place before n8n 2.33, which would lose its error', async () => {
		const context = contextOf({ onExecutionFinish: undefined }, startedWith(2));
		expect(await reasonAgainst(context)).toContain('loses the errors of sub-workflows');
	});

	test('that nobody waits for is like any other execution', async () => {
		const parentExecution = { shouldResume: false };
		expect(
			await reasonAgainst(contextOf({}, { ...startedWith(1), parentExecution })),
		).toBeUndefined();
	});

	describe('whose caller is a sub-workflow itself', () => {
		/** Called by execution 1, which main execution 2 called. @param {object} caller */
		function ofCaller(caller) {
			const saved = {
				1: { ...caller, parentExecution: { executionId: '2', workflowId: 'm' } },
				2: { resultData: { runData: {} } },
			};
			const getExecutionDataById = async (/** @type {1 | 2} */ id) => saved[id];
			return contextOf({ getExecutionDataById }, startedWith(2));
		}

		test('is suspended along with one that was called with several items', async () => {
			expect(await reasonAgainst(ofCaller(startedWith(2)))).toBeUndefined();
		});

		test('waits in place for one that was called with one item, also while n8n has saved no run of it', async () => {
			expect(await reasonAgainst(ofCaller(startedWith(1)))).toContain('once for each item');
			const nodeExecutionStack = [{ data: { main: [[{}]] } }];
			const resultData = { runData: {} };
			const begun = { ...startedWith(1), resultData, executionData: { nodeExecutionStack } };
			expect(await reasonAgainst(ofCaller(begun))).toContain('once for each item');
		});
	});
});
