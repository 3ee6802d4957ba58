const { until } = require('../until');

const POLL_MS = 100;
const FINAL_STATUSES = ['success', 'error', 'canceled', 'crashed'];
const STATUSES = ['new', 'running', 'waiting', 'unknown', ...FINAL_STATUSES];

/** @typedef {{ id: string, name: string, type: string }} CredentialSummary */
/** @typedef {Record<string, unknown> & { name: string, type: string }} TypeDescription */
/** @typedef {Record<string, any> & { id: string, status: string, data: import('n8n-workflow').IRunExecutionData }} Execution */

/** Drives n8n through the interface that its own editor uses. */
class RestClient {
	/** Of a user who has signed in. */
	cookie = '';

	/** The IDs of the workflows that it has made. @type {Set<string>} */
	workflowIds = new Set();

	/** @param {string} url @param {(text: string) => import('n8n-workflow').IRunExecutionData} parseExecutionData */
	constructor(url, parseExecutionData) {
		this.url = url;
		this.parseExecutionData = parseExecutionData;
	}

	/** @param {string} method @param {string} path @param {unknown} [body] */
	async fetch(method, path, body) {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				cookie: this.cookie,
				'content-type': 'application/json',
				// n8n closes a connection that is idle, on a busy machine just when it is to be used again.
				connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (response.ok) return response;
		throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	}

	/** @param {string} method @param {string} path below `/rest` @param {unknown} [body] @returns {Promise<any>} the answer's `data` */
	async request(method, path, body) {
		const response = await this.fetch(method, `/rest${path}`, body);
		const cookie = response.headers.getSetCookie().find((value) => value.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0];
		return /** @type {any} */ (await response.json()).data;
	}

	/** As n8n's owner, who is created where there is none. @param {{ email: string, password: string }} owner */
	async signIn(owner) {
		const { email: emailOrLdapLoginId, password } = owner;
		return await this.request('POST', '/owner/setup', owner).catch(
			async () => await this.request('POST', '/login', { emailOrLdapLoginId, password }),
		);
	}

	/** @param {{ name: string, type: string, data: Record<string, unknown> }} credential @returns {Promise<CredentialSummary>} */
	async createCredential(credential) {
		return await this.request('POST', '/credentials', credential);
	}

	/** What the editor does after a credential was saved. @param {CredentialSummary & { data: Record<string, unknown> }} credentials @returns {Promise<{ status: 'OK' | 'Error', message: string }>} */
	async testCredential({ id, name, type, data }) {
		const credentials = { id, name, type, data };
		return await this.request('POST', '/credentials/test', { credentials });
	}

	/** @param {import('./workflow').Workflow} workflow */
	async createWorkflow(workflow) {
		const created = await this.request('POST', '/workflows', workflow);
		this.workflowIds.add(created.id);
		return created;
	}

	/** Resolves when the workflow's triggers listen: n8n 2 publishes in the background. @param {{ id: string, versionId: string }} workflow */
	async activate({ id, versionId }) {
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
		await this.untilPublicationIs('published', id);
	}

	/** Saves a workflow whose triggers listen then. @param {import('./workflow').Workflow} workflow @returns {Promise<string>} its id */
	async publish(workflow) {
		const created = await this.createWorkflow(workflow);
		await this.activate(created);
		return created.id;
	}

	/** Resolves when the workflow's triggers don't listen any more: another workflow may have the same webhook then. @param {string} id */
	async deactivate(id) {
		await this.request('POST', `/workflows/${id}/deactivate`, {});
		await this.untilPublicationIs('not_published', id);
	}

	/** @param {string} wanted @param {string} id */
	async untilPublicationIs(wanted, id) {
		let status = '';
		const isThere = async () => {
			({ status } = await this.request('GET', `/workflows/${id}/publication-status`));
			return status === wanted;
		};
		await until(isThere, { pollMs: POLL_MS, tell: () => `Workflow ${id} is ${status}` });
	}

	/** @param {string} id @param {{ trigger?: string }} [options] the name of a node @returns {Promise<string>} the execution's id */
	async runWorkflow(id, { trigger = 'Start' } = {}) {
		const run = { triggerToStartFrom: { name: trigger } };
		return (await this.request('POST', `/workflows/${id}/run`, run)).executionId;
	}

	/** @param {string} id @param {{ maxMs?: number, pollMs?: number }} [limits] @returns {Promise<Execution>} */
	async waitForExecution(id, { maxMs = 120_000, pollMs = POLL_MS } = {}) {
		let status = '';
		const isOver = async () => {
			const found = await this.request('GET', `/executions/${id}`);
			status = found.status;
			return FINAL_STATUSES.includes(status) && found;
		};
		const tell = () => `Execution ${id} is still "${status}"`;
		const execution = await until(isOver, { maxMs, pollMs, tell });
		return { ...execution, data: this.parseExecutionData(execution.data) };
	}

	/** @param {string} id of an execution @returns {Promise<string>} */
	async statusOf(id) {
		return (await this.request('GET', `/executions/${id}`)).status;
	}

	/** @param {string} id of an execution @param {string} [wanted] */
	async untilStatus(id, wanted = 'waiting') {
		let status = '';
		const isThere = async () => (status = await this.statusOf(id)) === wanted;
		await until(isThere, { pollMs: POLL_MS, tell: () => `Execution ${id} is ${status}` });
	}

	/** @param {string} id */
	async stopExecution(id) {
		return await this.request('POST', `/executions/${id}/stop`);
	}

	/** Those that haven't ended of all workflows that it has made. */
	async stopExecutions() {
		for (const workflowId of this.workflowIds) {
			const filter = { workflowId, status: ['new', 'running', 'waiting'] };
			await this.request('POST', '/executions/stopMany', { filter });
		}
	}

	/** The user's re-run of an execution that has failed, with the workflow as it was then. @param {string} id */
	async retryExecution(id) {
		const { id: retryId } = await this.request('POST', `/executions/${id}/retry`, {});
		return await this.waitForExecution(retryId);
	}

	/**
	 * The latest hundred, each with the status that it has. Without one in its filter, n8n asks its database for those that
	 * run and for the others at the same time: it lists an execution that ends meanwhile twice, or not at all.
	 * @param {string} workflowId @returns {Promise<Array<{ id: string, status: string }>>}
	 */
	async listExecutions(workflowId) {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status: STATUSES }));
		return (await this.request('GET', `/executions?limit=100&filter=${filter}`)).results;
	}

	/** Calls a workflow's webhook. @param {string} workflowId @param {string} path @param {object} [body] @returns {Promise<string>} the ID of the execution that it starts, while nothing else starts one */
	async callWebhook(workflowId, path, body = {}) {
		const known = (await this.listExecutions(workflowId)).map(({ id }) => id);
		await this.fetch('POST', `/webhook/${path}`, body);
		const isNew = async () =>
			(await this.listExecutions(workflowId)).find(({ id }) => !known.includes(id));
		return (await until(isNew, { pollMs: POLL_MS })).id;
	}

	/** @param {'nodes' | 'credentials'} kind @returns {Promise<TypeDescription[]>} */
	async types(kind) {
		return /** @type {any} */ (await (await this.fetch('GET', `/types/${kind}.json`)).json());
	}
}

module.exports = { RestClient };
