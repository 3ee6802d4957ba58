const { randomUUID } = require('node:crypto');
const {
	ownNode,
	readFiles,
	schedule,
	setFields,
	verbit,
	verbitTrigger,
	webhook,
	workflow,
} = require('../../support/n8n/workflow');
const { submit } = require('../chaos/flows');

/**
 * @typedef {import('../../support/n8n/workflow').WorkflowNode} WorkflowNode
 * @typedef {'verbit' | 'plain'} Kind with this node, or with n8n's own nodes alone
 */

const HOUR_S = 3600;

/** @type {WorkflowNode} */
const done = { ...setFields({}), name: 'Done' };

/** Lets through what has just been submitted. */
const onlyNew = ownNode('Only New', 'filter', 1, {
	conditions: { number: [{ value1: '={{ $json.job_id ?? 0 }}', operation: 'larger', value2: 0 }] },
});

/** @param {string} folder @param {WorkflowNode[]} steps what becomes of its files */
const everyHour = (folder, ...steps) =>
	workflow('A recording each hour', [
		schedule('Every Hour', { field: 'hours', hoursInterval: 1, triggerAtMinute: 0 }),
		readFiles(`${folder}/*.wav`),
		...steps,
		done,
	]);

/** @param {WorkflowNode[]} steps */
const whenFinished = (...steps) => workflow('When a job finishes', [...steps, done]);

/**
 * One submits each hour what is new in a folder, and waits for it; one listens on `path`, for jobs that have finished.
 * @param {{ folder: string, webhooksUrl: string, credential: { id: string, name: string } }} settings
 */
function verbitFlows({ folder, webhooksUrl, credential }) {
	const trigger = verbitTrigger({}, credential);
	const path = `${trigger.webhookId}/webhook`;
	const job = { resource: 'job' };
	const limits = { timeoutHours: 60, pollInterval: 3 * HOUR_S };
	const captions = { operation: 'getCaptions', captionFormat: 'txt', outputAs: 'text' };
	return {
		schedule: everyHour(
			folder,
			submit(
				credential,
				"={{ $binary.data.fileName.replace('.wav', '') }}",
				{ onError: 'continueRegularOutput' },
				{ callbackUrl: `${webhooksUrl}/${path}` },
			),
			onlyNew,
			verbit('Wait for Completion', { ...job, operation: 'wait', options: limits }, credential),
		),
		trigger: whenFinished(trigger, verbit('Get Captions', { ...job, ...captions }, credential)),
		path,
	};
}

/** @param {{ folder: string, hours: number }} settings the hours that jobs take on average */
function plainFlows({ folder, hours }) {
	const path = randomUUID();
	const answer = { responseMode: 'onReceived', options: { responseData: 'OK' } };
	return {
		schedule: everyHour(
			folder,
			ownNode('Remove Duplicates', 'removeDuplicates', 2, {
				operation: 'removeItemsSeenInPreviousExecutions',
				dedupeValue: '={{ $binary.data.fileName }}',
				options: {},
			}),
			{
				...ownNode('Wait', 'wait', 1.1, { amount: hours, unit: 'hours' }),
				webhookId: randomUUID(),
			},
		),
		trigger: whenFinished(webhook(path, answer)),
		path,
	};
}

module.exports = { plainFlows, verbitFlows };
