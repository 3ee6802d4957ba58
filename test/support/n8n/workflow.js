const { randomUUID } = require('node:crypto');

const NODE_SPACING = 220;

/**
 * @typedef {import('n8n-workflow').INode} INode
 * @typedef {Pick<INode, 'name' | 'type'> & Partial<Omit<INode, 'parameters'>> & { parameters?: Record<string, any> }} WorkflowNode
 * @typedef {Record<string, { main: Array<Array<{ node: string, type: string, index: number }>> }>} Connections
 * @typedef {{ id?: string, name: string, nodes: INode[], connections: Connections, settings: object, pinData: Record<string, unknown[]> }} Workflow
 */

/** A workflow whose nodes follow one another. @param {string} name @param {WorkflowNode[]} nodes @param {{ settings?: Record<string, unknown> }} [options] @returns {Workflow} */
function workflow(name, nodes, { settings = {} } = {}) {
	const followers = nodes.slice(1);
	return {
		name,
		nodes: nodes.map((node, index) => ({
			typeVersion: 1,
			parameters: {},
			...node,
			id: randomUUID(),
			position: [index * NODE_SPACING, 0],
		})),
		connections: Object.fromEntries(
			followers.map((follower, index) => [
				nodes[index].name,
				{ main: [[{ node: follower.name, type: 'main', index: 0 }]] },
			]),
		),
		settings: { executionOrder: 'v1', ...settings },
		// Without it, n8n can't run a step whose input is there already.
		pinData: {},
	};
}

/** One of n8n's own nodes. @param {string} name @param {string} type @param {number} typeVersion @param {Record<string, unknown>} parameters @returns {WorkflowNode} */
const ownNode = (name, type, typeVersion, parameters) => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters,
});

/** @returns {WorkflowNode} the node that `RestClient.runWorkflow` starts from */
const manualTrigger = () => ({ name: 'Start', type: 'n8n-nodes-base.manualTrigger' });

/** @param {string} path @param {Record<string, unknown>} [parameters] @returns {WorkflowNode} */
const webhook = (path, parameters = {}) => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	// Without an id, n8n puts the workflow's id in front of the path.
	webhookId: randomUUID(),
	parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', ...parameters },
});

/** Puts out one item for each file, which the instance must allow n8n to read. @param {string} fileSelector a path or a glob @returns {WorkflowNode} */
const readFiles = (fileSelector) =>
	ownNode('Read Files', 'readWriteFile', 1.1, { operation: 'read', fileSelector, options: {} });

/** Adds fields to each item and leaves its other fields and files as they are. @param {Record<string, unknown>} fields @returns {WorkflowNode} */
const setFields = (fields) =>
	ownNode('Set Fields', 'set', 3.4, {
		mode: 'raw',
		jsonOutput: JSON.stringify(fields),
		includeOtherFields: true,
		options: { stripBinary: false },
	});

/** Starts a workflow at regular times. @param {string} name @param {Record<string, unknown>} interval @returns {WorkflowNode} */
const schedule = (name, interval) =>
	ownNode(name, 'scheduleTrigger', 1.2, { rule: { interval: [interval] } });

/** It listens on `webhook/<webhookId>/webhook`. @param {Record<string, unknown>} parameters @param {{ id: string, name: string }} credential @returns {WorkflowNode & { webhookId: string }} */
const verbitTrigger = (parameters, { id, name }) => ({
	name: 'Verbit Trigger',
	type: 'n8n-nodes-verbit.verbitTrigger',
	typeVersion: 1.1,
	webhookId: randomUUID(),
	parameters,
	credentials: { verbitApi: { id, name } },
});

/** The items that a node put out in its last run. @param {import('n8n-workflow').IRunExecutionData} data @param {string} nodeName */
const itemsOf = (data, nodeName) => data.resultData.runData[nodeName]?.at(-1)?.data?.main[0] ?? [];

module.exports = {
	itemsOf,
	manualTrigger,
	ownNode,
	readFiles,
	schedule,
	setFields,
	verbitTrigger,
	webhook,
	workflow,
};
