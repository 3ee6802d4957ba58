const { randomUUID } = require('node:crypto');
const {
	readFiles,
	setFields,
	verbit,
	verbitTrigger,
	webhook,
	workflow,
} = require('../../support/n8n/workflow');
const { submit } = require('../chaos/flows');

/**
 * @typedef {import('../../support/n8n/workflow').WorkflowNode} WorkflowNode
 * @typedef {import('../../support/n8n/workflow').Workflow} Workflow
 * @typedef {'verbit' | 'plain'} Kind with this node, or with n8n's own nodes alone
 *
 * @typedef {object} Flows
 * @property {Workflow} schedule submits each hour what is new in a folder, and waits for it
 * @property {Workflow} trigger starts when a job finishes
 * @property {string} path of the trigger's webhook
 */

const HOUR_S = 3600;

/** @type {WorkflowNode} */
const everyHour = {
	name: 'Every Hour',
	type: 'n8n-nodes-base.scheduleTrigger',
	typeVersion: 1.2,
	parameters: { rule: { interval: [{ field: 'hours', hoursInterval: 1, triggerAtMinute: 0 }] } },
};

/** @type {WorkflowNode} */
const done = { ...setFields({}), name: 'Done' };

/** Lets through what has just been submitted. @type {WorkflowNode} */
const onlyNew = {
	name: 'Only New',
	type: 'n8n-nodes-base.filter',
	parameters: {
		conditions: {
			number: [{ value1: '={{ $json.job_id ?? 0 }}', operation: 'larger', value2: 0 }],
		},
	},
};

/**
 * @param {string} folder
 * @param {string} triggerUrl
 * @param {{ id: string, name: string }} credential
 */
const scheduleWithVerbit = (folder, triggerUrl, credential) =>
	workflow('A recording each hour', [
		everyHour,
		readFiles(`${folder}/*.wav`),
		submit(
			credential,
			"={{ $binary.data.fileName.replace('.wav', '') }}",
			{ onError: 'continueRegularOutput' },
			{ callbackUrl: triggerUrl },
		),
		onlyNew,
		verbit(
			'Wait for Completion',
			{
				resource: 'job',
				operation: 'wait',
				options: { timeout: 60 * HOUR_S, pollInterval: 3 * HOUR_S },
			},
			credential,
		),
		done,
	]);

/**
 * @param {string} folder
 * @param {number} hours as long as jobs take on average
 */
const plainSchedule = (folder, hours) =>
	workflow('A recording each hour', [
		everyHour,
		readFiles(`${folder}/*.wav`),
		{
			name: 'Remove Duplicates',
			type: 'n8n-nodes-base.removeDuplicates',
			typeVersion: 2,
			parameters: {
				operation: 'removeItemsSeenInPreviousExecutions',
				dedupeValue: '={{ $binary.data.fileName }}',
				options: {},
			},
		},
		{
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			webhookId: randomUUID(),
			parameters: { amount: hours, unit: 'hours' },
		},
		done,
	]);

/**
 * @param {object} settings
 * @param {string} settings.folder of the recordings
 * @param {string} settings.webhooksUrl of n8n
 * @param {{ id: string, name: string }} settings.credential
 * @returns {Flows}
 */
function verbitFlows({ folder, webhooksUrl, credential }) {
	const trigger = verbitTrigger({}, credential);
	const path = `${trigger.webhookId}/webhook`;
	const captions = { resource: 'job', operation: 'getCaptions', captionFormat: 'txt' };
	return {
		schedule: scheduleWithVerbit(folder, `${webhooksUrl}/${path}`, credential),
		trigger: workflow('When a job finishes', [
			trigger,
			verbit('Get Captions', { ...captions, outputAs: 'text' }, credential),
			done,
		]),
		path,
	};
}

/** @param {{ folder: string, hours: number }} settings @returns {Flows} */
function plainFlows({ folder, hours }) {
	const path = randomUUID();
	return {
		schedule: plainSchedule(folder, hours),
		trigger: workflow('When a job finishes', [
			webhook(path, { responseMode: 'onReceived', options: { responseData: 'OK' } }),
			done,
		]),
		path,
	};
}

module.exports = { plainFlows, verbitFlows };
