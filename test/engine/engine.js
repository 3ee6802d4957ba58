/**
 * n8n's own engine without n8n around it: WorkflowExecute, real binary data, real HTTP requests; the package is
 * loaded as n8n loads it. A workflow here is: items with files, then the Verbit node.
 */
const { randomBytes } = require('node:crypto');
const { createReadStream, mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const userFolder = mkdtempSync(path.join(tmpdir(), 'verbit-engine-'));
// n8n reads these when it is loaded.
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = randomBytes(16).toString('hex');
process.env.N8N_LOG_LEVEL = 'silent';

const core = require('n8n-core');
const { createRunExecutionData, Workflow } = require('n8n-workflow');
const { CredentialStore } = require('./credentialStore');

/** The very module that n8n-core uses: another copy would have a container of its own. @param {string} name */
const requireOfCore = (name) =>
	require(require.resolve(name, { paths: [require.resolve('n8n-core')] }));
const flatted = requireOfCore('flatted');
const { Container } = requireOfCore('@n8n/di');
const { Logger } = requireOfCore('@n8n/backend-common');

// The test file before may have left its services of n8n, with its settings.
Container.reset();

/** A package that is made of the sources, as they are now: see `support/sourcePackage.js`. */
const PACKAGE_FOLDER = /** @type {string} */ (process.env.N8N_NODES_VERBIT_PACKAGE);

/**
 * @typedef {object} ItemSpec
 * @property {import('n8n-workflow').IDataObject} [json]
 * @property {Record<string, FileSpec>} [files] by binary field
 * @property {any} [binary] as a Code node may write it, by binary field
 *
 * @typedef {object} FileSpec
 * @property {string | Buffer} content a path or the bytes
 * @property {string} [fileName]
 * @property {string} [mimeType]
 *
 * @typedef {object} RunOptions
 * @property {ItemSpec[]} items
 * @property {import('n8n-workflow').INodeParameters} parameters of the Verbit node
 * @property {CredentialStore} credential
 * @property {any} [onError] `continueRegularOutput` or `continueErrorOutput`
 * @property {import('n8n-workflow').IWorkflowSettings} [settings]
 * @property {any} [mode] a `WorkflowExecuteMode`
 * @property {string} [nodeType] of the Verbit node; n8n derives one for tools
 * @property {Partial<import('n8n-workflow').INode>} [nodeSettings] of the Verbit node, e.g. `retryOnFail`
 * @property {(this: import('n8n-workflow').IExecuteFunctions) => Promise<import('n8n-workflow').INodeExecutionData[][]>} [behind] a node behind the Verbit node
 * @property {boolean} [isLoop] whether the node behind leads back to the Verbit node
 * @property {boolean} [isLast] whether the execution ends with the Verbit node, whatever is behind
 * @property {string} [caller] the execution that has called this one as a sub-workflow
 * @property {string} [workflowId] of a copy of the workflow
 */

class Engine {
	/** @param {'default' | 'filesystem'} binaryMode `default` is n8n's word for memory */
	static async start(binaryMode) {
		Container.get(core.BinaryDataConfig).mode = binaryMode;
		await Container.get(core.BinaryDataService).init();
		const loader = new core.PackageDirectoryLoader(PACKAGE_FOLDER);
		await loader.loadAll();
		return new Engine(loader);
	}

	/** @param {InstanceType<typeof core.PackageDirectoryLoader>} loader */
	constructor(loader) {
		this.loader = loader;
		/** Awaits a run. */
		this.awaited = async (/** @type {ReturnType<typeof resultOf>} */ result) => await result;
	}

	/** @param {import('n8n-workflow').ICredentialDataDecryptedObject} data */
	credential(data) {
		const { type } = this.loader.credentialTypes.verbitApi;
		return new CredentialStore(type, data);
	}

	/**
	 * Starts the workflow. The engine does not wait for a node whose run is cancelled: then `result` is there before
	 * `nodeEnded`.
	 * @param {RunOptions} options
	 */
	start(options) {
		const { caller, isLast } = options;
		const node = this.workflowOf(options).getNode('Items');
		// As with 'Execute step' in the editor.
		const destinationNode = { nodeName: 'Verbit', mode: /** @type {const} */ ('inclusive') };
		const data = {
			executionData: stackOf(node),
			...(caller && { parentExecution: { executionId: caller, workflowId: 'caller' } }),
			...(isLast && { startData: { destinationNode, runNodeFilter: ['Items', 'Verbit'] } }),
		};
		return this.goOn(options, createRunExecutionData(data));
	}

	/** Runs the workflow to its end. @param {RunOptions} options */
	async run(options) {
		return await this.awaited(this.start(options).result);
	}

	/**
	 * Goes on with an execution that waits, as n8n does when it is due: from what was saved, with its id.
	 * @param {RunOptions} options those that it was started with
	 * @param {ReturnType<typeof outcomeOf>} waiting
	 * @param {number} [hours] how long it is said to have waited
	 */
	startResume(options, waiting, hours = 0) {
		const data = flatted.parse(waiting.flattened);
		const { entries } = data.executionData.contextData['node:Verbit'].verbit;
		for (const { wait } of Object.values(entries).flat()) {
			const { job } = wait?.state ?? {};
			if (job) job.since -= hours * 3_600_000;
		}
		return this.goOn(options, data, waiting.executionId);
	}

	/** The same, to its end. @param {Parameters<Engine['startResume']>} resumed */
	async resume(...resumed) {
		return await this.awaited(this.startResume(...resumed).result);
	}

	/**
	 * Retries an execution that has failed, as n8n does it from the list of executions: another one, with what was saved of
	 * the first, but for the error and the run that failed.
	 * @param {RunOptions} options those that it was started with, or other ones: as with the currently saved workflow
	 * @param {Pick<ReturnType<typeof outcomeOf>, 'flattened'>} failed
	 */
	async retry(options, failed) {
		const data = flatted.parse(failed.flattened);
		delete data.resultData.error;
		const runs = data.resultData.runData[data.resultData.lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
		const workflow = this.workflowOf(options);
		for (const entry of data.executionData.nodeExecutionStack)
			entry.node = workflow.getNode(entry.node.name);
		return await this.awaited(this.goOn(options, data).result);
	}

	/**
	 * @param {RunOptions} options
	 * @param {any} data what was saved
	 * @param {string} [executionId] a new one by default
	 */
	goOn(options, data, executionId) {
		const verbit = /** @type {any} */ (this.loader.nodeTypes.verbit.type);
		let ended = () => {};
		/** Resolves when the Verbit node has come to an end of whatever kind. */
		const nodeEnded = new Promise((resolve) => (ended = () => resolve(undefined)));
		/** @this {unknown} */
		async function execute() {
			return await verbit.execute.call(this).finally(ended);
		}
		const watched = Object.create(verbit, { execute: { value: execute } });
		const workflow = this.workflowOf(options, watched);
		const additionalData = additionalDataOf(options.credential, workflow, executionId);
		const execution = new core.WorkflowExecute(additionalData, options.mode ?? 'manual', data);
		const run = execution.processRunExecutionData(workflow);
		return {
			cancel: () => run.cancel(),
			/** Until when the execution is suspended. @returns {Date | undefined} */
			waitTill: () => data.waitTill,
			nodeEnded,
			result: resultOf(run, additionalData.executionId),
		};
	}

	/** n8n's storage of files. @returns {InstanceType<typeof core.BinaryDataService>} */
	get binaryData() {
		return Container.get(core.BinaryDataService);
	}

	/** Takes all files away from n8n's storage, where it is a folder. */
	removeFiles() {
		rmSync(path.join(userFolder, '.n8n/storage'), { recursive: true, force: true });
	}

	/** Hears what nodes write to n8n's log. @param {(level: string, text: string) => void} onLine */
	listenToLog(onLine) {
		const logger = Container.get(Logger);
		for (const level of ['debug', 'info', 'warn', 'error'])
			logger[level] = (/** @type {string} */ text) => onLine(level, text);
	}

	/**
	 * Asks for the entries of a list in the editor.
	 * @param {string} field
	 * @param {CredentialStore} credential
	 * @param {string} [filter] what the user has typed
	 */
	async searchList(field, credential, filter) {
		const workflow = this.workflowOf({ items: [], parameters: {}, credential });
		const node = /** @type {import('n8n-workflow').INode} */ (workflow.getNode('Verbit'));
		const additionalData = additionalDataOf(credential, workflow);
		const context = new core.LoadOptionsContext(workflow, node, additionalData, 'parameters');
		const { description, methods } = /** @type {any} */ (this.loader.nodeTypes.verbit.type);
		const { modes } = description.properties.find((/** @type {any} */ { name }) => name === field);
		const { searchable, searchListMethod } = modes[0].typeOptions;
		const search = methods.listSearch[searchListMethod];
		return await search.call(context, searchable ? filter : undefined);
	}

	/**
	 * Runs the node as a tool, as n8n does for an AI agent that calls it with these arguments.
	 * @param {Pick<RunOptions, 'parameters' | 'credential' | 'mode' | 'onError' | 'workflowId'> & { toolArguments: import('n8n-workflow').IDataObject, runExecutionData?: ReturnType<typeof createRunExecutionData>, runIndex?: number, hasExecution?: boolean }} options
	 * a later try, or another call, has the data of the same execution and a run index of its own; behind an MCP server
	 * there is no execution
	 */
	async runAsTool({ toolArguments, ...options }) {
		const { credential, mode = 'manual', hasExecution = true, runIndex = 0 } = options;
		const { runExecutionData = createRunExecutionData({}) } = options;
		const workflow = this.workflowOf({ ...options, items: [] });
		const node = /** @type {import('n8n-workflow').INode} */ (workflow.getNode('Verbit'));
		const input = { ai_tool: [[{ json: toolArguments }]] };
		const additionalData = additionalDataOf(credential, workflow, toolRuns.get(runExecutionData));
		toolRuns.set(runExecutionData, additionalData.executionId);
		if (!hasExecution) delete additionalData.executionId;
		const context = new core.SupplyDataContext(
			workflow,
			node,
			additionalData,
			mode,
			runExecutionData,
			runIndex,
			input.ai_tool[0],
			input,
			'ai_tool',
			{ node, data: input, source: null },
			[],
		);
		const { execute } = /** @type {any} */ (this.loader.nodeTypes.verbit.type);
		return (await execute.call(context))[0];
	}

	/**
	 * Runs the node alone as n8n 2.41.3 does for its assistant (`execute-node.service.js`).
	 * @param {RunOptions} options
	 * @param {object} [settings] of the workflow
	 * @returns {Promise<any>} the node's run
	 */
	async trial(options, settings) {
		const node = { ...this.workflowOf(options).nodes.Verbit, name: 'Node' };
		const own = { executionOrder: 'v1', saveManualExecutions: true, executionTimeout: 30 };
		const workflow = new Workflow({
			id: 'temporary',
			active: false,
			nodes: [node],
			connections: {},
			nodeTypes: nodeTypesOf(() => this.loader.nodeTypes.verbit.type),
			settings: /** @type {any} */ ({ ...own, ...settings }),
		});
		const data = createRunExecutionData({ startData: {}, executionData: stackOf(node) });
		const additionalData = additionalDataOf(options.credential, workflow);
		const execution = new core.WorkflowExecute(additionalData, 'manual', data);
		const ended = await execution.processRunExecutionData(workflow);
		return ended.data.resultData.runData.Node[0];
	}

	/** @param {RunOptions} options @param {object} [verbit] the node's type */
	workflowOf(options, verbit = this.loader.nodeTypes.verbit.type) {
		const { items, parameters, onError, settings, nodeSettings, behind, isLoop } = options;
		const { nodeType = 'n8n-nodes-verbit.verbit', workflowId = 'workflow' } = options;
		const description = { name: 'behind', inputs: ['main'], outputs: ['main'], properties: [] };
		const types = { items: itemSource(items), behind: { description, execute: behind } };
		return new Workflow({
			id: workflowId,
			name: 'Engine test',
			active: false,
			settings: settings ?? {},
			nodeTypes: nodeTypesOf((type) => Object(types)[type] ?? verbit),
			nodes: [
				nodeOf('1', 'Items', 'items'),
				{
					...nodeOf('2', 'Verbit', nodeType, parameters),
					onError,
					credentials: { verbitApi: { id: '1', name: 'Verbit account' } },
					...nodeSettings,
				},
				nodeOf('3', 'Behind', 'behind'),
			],
			connections: {
				Items: to('Verbit'),
				...(behind && { Verbit: to('Behind') }),
				...(isLoop && { Behind: to('Verbit') }),
			},
		});
	}
}

/** A node that puts out the given items, with their files stored by n8n as any node would have them stored. @param {ItemSpec[]} specs */
function itemSource(specs) {
	return {
		description: { group: ['trigger'], inputs: [], outputs: ['main'], properties: [] },
		/** @this {import('n8n-workflow').IExecuteFunctions} */
		async execute() {
			const items = [];
			for (const spec of specs) {
				/** @type {import('n8n-workflow').IBinaryKeyData} */
				const binary = { ...spec.binary };
				for (const [field, file] of Object.entries(spec.files ?? {}))
					binary[field] = await store(this, file);
				const hasBinary = spec.files !== undefined || spec.binary !== undefined;
				items.push({ json: spec.json ?? {}, ...(hasBinary ? { binary } : {}) });
			}
			return [items];
		},
	};
}

/** @param {import('n8n-workflow').IExecuteFunctions} context @param {FileSpec} file */
async function store(context, { content, fileName, mimeType = 'audio/wav' }) {
	const source = typeof content === 'string' ? createReadStream(content) : content;
	const binary = await context.helpers.prepareBinaryData(source, fileName, mimeType);
	// n8n guesses a name for a file without one; a test of a missing name needs it gone.
	if (fileName === undefined) delete binary.fileName;
	return binary;
}

/** @param {string} id @param {string} name @param {string} type @param {import('n8n-workflow').INodeParameters} [parameters] @returns {import('n8n-workflow').INode} */
const nodeOf = (id, name, type, parameters = {}) => ({
	...{ id, name, type, parameters },
	...{ typeVersion: 1, position: [0, 0] },
});

/** A connection to a node. @param {string} node */
const to = (node) => ({ main: [[{ node, type: /** @type {const} */ ('main'), index: 0 }]] });

/** Of an execution that begins with a node. @param {any} node */
const stackOf = (node) => ({
	nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] }, source: null }],
});

/** What n8n has of other executions, by their IDs: nothing of one that it has deleted. @type {Map<string | undefined, any>} */
const otherExecutions = new Map();

/** n8n's list of node types. @param {(type: string) => unknown} get @returns {any} */
const nodeTypesOf = (get) => ({
	getByName: get,
	getByNameAndVersion: get,
	getKnownTypes: () => ({}),
});

let executions = 0;

/** The IDs of the executions in which tools run, by their data. */
const toolRuns = new WeakMap();

/**
 * @param {CredentialStore} credentialsHelper
 * @param {import('n8n-workflow').Workflow} workflow
 * @param {string} [executionId] a new one by default
 */
function additionalDataOf(credentialsHelper, workflow, executionId = String(++executions)) {
	return /** @type {any} */ ({
		credentialsHelper,
		executionId,
		currentNodeExecutionIndex: 0,
		hooks: new core.ExecutionLifecycleHooks('manual', executionId, /** @type {any} */ (workflow)),
		variables: {},
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		// Another execution that a node asks for is one that goes on.
		getRunExecutionData: async (/** @type {string} */ id) =>
			otherExecutions.has(id) ? otherExecutions.get(id) : createRunExecutionData({}),
	});
}

/** What a run throws that fails, unless a test says that it is meant to, with `failing`. */
class RunFailed extends Error {
	/** @param {ReturnType<typeof outcomeOf>} result @param {Error} started where the run was started */
	constructor(result, started) {
		const { message, description = '' } = result.error;
		super(`The run failed: ${message} ${description}`, { cause: started });
		this.result = result;
	}
}

/** @param {Promise<import('n8n-workflow').IRun>} run @param {string} executionId */
function resultOf(run, executionId) {
	const started = new Error();
	const result = run.then((ended) => {
		const outcome = outcomeOf(ended, executionId);
		if (outcome.error !== undefined) throw new RunFailed(outcome, started);
		return outcome;
	});
	// A test may look at other things first.
	result.catch(() => {});
	return result;
}

/**
 * The result of a run that may fail or not: the test asks for its `error`.
 * @param {Promise<any>} run or what a test has made of it
 * @returns {Promise<ReturnType<typeof outcomeOf>>}
 */
async function settled(run) {
	try {
		return await run;
	} catch (error) {
		if (error instanceof RunFailed) return error.result;
		throw error;
	}
}

/** The result of a run that is meant to fail. @type {typeof settled} */
async function failing(run) {
	const result = await settled(run);
	if (result.error === undefined) throw new Error('This run was meant to fail, and has not');
	return result;
}

/** @param {import('n8n-workflow').IRun} run @param {string} executionId */
function outcomeOf(run, executionId) {
	const { runData, error: runError } = run.data.resultData;
	const task = runData.Verbit?.[0];
	return {
		/** Outputs of the Verbit node; the second list is its error output. */
		outputs: task?.data?.main ?? [],
		items: task?.data?.main?.[0] ?? [],
		hints: task?.hints ?? [],
		error: /** @type {any} */ (task?.error ?? runError),
		status: run.status,
		/** All that n8n would save of the execution. */
		get saved() {
			return JSON.stringify(run.data);
		},
		/** The same as n8n saves it, with what is shared once. */
		flattened: flatted.stringify(run.data),
		executionId,
		waitTill: run.waitTill,
		/** How often the Verbit node has run. */
		runs: runData.Verbit?.length ?? 0,
	};
}

function removeUserFolder() {
	rmSync(userFolder, { recursive: true, force: true });
}

module.exports = {
	additionalDataOf,
	Engine,
	failing,
	nodeOf,
	nodeTypesOf,
	otherExecutions,
	PACKAGE_FOLDER,
	removeUserFolder,
	settled,
};
