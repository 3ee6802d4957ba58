const { IncomingMessage, ServerResponse } = require('node:http');
const { Socket } = require('node:net');
const querystring = require('node:querystring');
const core = require('n8n-core');
const { createRunExecutionData, Workflow } = require('n8n-workflow');
const { additionalDataOf, nodeOf, nodeTypesOf } = require('./engine');

/** n8n's limit. */
const MAX_BODY_BYTES = 16 * 1024 ** 2;

/**
 * The Verbit Trigger in n8n's own webhook context, and then in n8n's own engine. What n8n does around it is a port of
 * live-webhooks.js, webhook-helpers.js and workflow-runner.js of n8n 2.40, which need a database. `e2e/` has its server.
 */
class WebhookHost {
	/** What the trigger's node put out in the executions that it started. @type {import('n8n-workflow').INodeExecutionData[]} */
	started = [];

	/** What n8n would save as failed executions. @type {unknown[]} */
	failed = [];

	/** Messages of the trigger's errors in the executions. @type {string[]} */
	errors = [];

	/** The hints of the executions, by their text. @type {string[]} */
	hints = [];

	/**
	 * The trigger that is called. The mode `manual` is the editor's test event.
	 * @type {Pick<import('./engine').RunOptions, 'parameters' | 'credential'> & { workflowId: string, mode: 'webhook' | 'manual' }}
	 */
	listening = /** @type {any} */ (undefined);

	/** @param {import('./engine').Engine} engine */
	constructor(engine) {
		this.nodeType = /** @type {any} */ (engine.loader.nodeTypes.verbitTrigger.type);
	}

	/**
	 * Calls the trigger.
	 * @param {unknown} body an object goes out as a form
	 * @param {{ contentType?: string }} [options]
	 */
	async call(body, { contentType = 'application/x-www-form-urlencoded' } = {}) {
		const text = typeof body === 'string' ? body : querystring.stringify(/** @type {any} */ (body));
		const parsed = parse(contentType, text);
		const headers = { 'content-type': contentType };
		const request = Object.assign(new IncomingMessage(new Socket()), { headers, body: parsed });
		const readRawBody = async () => {
			if (text.length > MAX_BODY_BYTES) throw new Error('request entity too large');
			Object.assign(request, { rawBody: Buffer.from(text) });
		};
		Object.assign(request, { readRawBody, query: {} });
		if (parsed !== undefined) await readRawBody();
		const response = new ServerResponse(request);
		const ended = jest.spyOn(response, 'end');
		await this.serve(request, response);
		const type = String(response.getHeader('content-type'));
		return { status: response.statusCode, body: ended.mock.calls[0][0], contentType: type };
	}

	/** @param {IncomingMessage} request @param {ServerResponse} response */
	async serve(request, response) {
		const { credential, mode } = this.listening;
		const { workflow, node } = this.workflowOf();
		const data = additionalDataOf(credential, workflow);
		Object.assign(data, { httpRequest: request, httpResponse: response });
		const called = /** @type {any} */ ({ webhookDescription: { name: 'default' } });
		const context = new core.WebhookContext(workflow, node, data, mode, called, [], null);
		try {
			const result = /** @type {import('n8n-workflow').IWebhookResponseData} */ (
				await this.nodeType.webhook?.call(context)
			);
			if (result.workflowData !== undefined) await this.execute(result.workflowData);
			if (result.noWebhookResponse) return;
			// What a webhook answers itself counts only where it starts nothing.
			const [{ responseData = 'firstEntryJson' }] = this.nodeType.description.webhooks ?? [];
			response.end(result.workflowData === undefined ? result.webhookResponse : responseData);
		} catch (error) {
			this.failed.push(error);
			response.writeHead(500).end('Workflow Webhook Error: Workflow could not be started!');
		}
	}

	/**
	 * Runs the workflow that a call has started: the trigger alone.
	 * @param {import('n8n-workflow').INodeExecutionData[][]} items
	 * @param {{ mode?: import('n8n-workflow').WorkflowExecuteMode, executionId?: string }} [options]
	 * @returns {Promise<string>} the execution's ID
	 */
	async execute(items, { mode = this.listening.mode, executionId } = {}) {
		const { workflow, node } = this.workflowOf();
		const nodeExecutionStack = [{ node, data: { main: items }, source: null }];
		const additionalData = additionalDataOf(this.listening.credential, workflow, executionId);
		const run = await new core.WorkflowExecute(
			additionalData,
			mode,
			createRunExecutionData({ executionData: { nodeExecutionStack } }),
		).processRunExecutionData(workflow);
		const [{ data, hints, error }] = run.data.resultData.runData[node.name];
		this.started.push(...(data?.main[0] ?? []));
		if (error) this.errors.push(error.message);
		this.hints.push(...(hints ?? []).map(({ message }) => message));
		return additionalData.executionId;
	}

	/** n8n fills in the defaults of the node's parameters. */
	workflowOf() {
		const { workflowId, parameters } = this.listening;
		const node = {
			...nodeOf('1', 'Verbit Trigger', 'n8n-nodes-verbit.verbitTrigger', parameters),
			typeVersion: 1.1,
			credentials: { verbitApi: { id: '1', name: 'Verbit account' } },
		};
		const workflow = new Workflow({
			id: workflowId,
			active: true,
			nodeTypes: nodeTypesOf(() => this.nodeType),
			nodes: [node],
			connections: {},
		});
		return { workflow, node };
	}
}

/** As n8n's body parser does. @param {string} contentType @param {string} raw */
function parse(contentType, raw) {
	const [type] = contentType.split(';');
	if (type === 'application/x-www-form-urlencoded') return querystring.parse(raw);
	return type === 'text/plain' ? raw : undefined;
}

module.exports = { WebhookHost };
