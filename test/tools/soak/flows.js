const { randomUUID } = require('node:crypto');
const {
	ownNode,
	readFiles,
	schedule,
	verbit,
	verbitTrigger,
	webhook,
	workflow,
} = require('../../support/n8n/workflow');
const { submit } = require('../chaos/flows');

/** @typedef {import('../../support/n8n/workflow').WorkflowNode} WorkflowNode */

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
	]);

/**
 * One submits each hour what is new in a folder, and waits for it; one listens on `path`, for jobs that have finished.
 * @param {string} folder @param {string} webhooksUrl @param {{ id: string, name: string }} credential
 */
function verbitFlows(folder, webhooksUrl, credential) {
	const trigger = verbitTrigger({}, credential);
	const path = `${trigger.webhookId}/webhook`;
	const job = { resource: 'job' };
	const options = { timeoutHours: 60, pollInterval: 3 * 3600 };
	const captions = { operation: 'getCaptions', captionFormat: 'txt', outputAs: 'text' };
	const getCaptions = verbit('Get Captions', { ...job, ...captions }, credential);
	const submitFile = submit(
		credential,
		"={{ $binary.data.fileName.replace('.wav', '') }}",
		{ onError: 'continueRegularOutput' },
		{ callbackUrl: `${webhooksUrl}/${path}` },
	);
	const wait = verbit('Wait for Completion', { ...job, operation: 'wait', options }, credential);
	return {
		schedule: everyHour(folder, submitFile, onlyNew, wait),
		trigger: workflow('When a job finishes', [trigger, getCaptions]),
		path,
	};
}

/** @param {string} folder */
function plainFlows(folder) {
	const path = randomUUID();
	const onceForEach = ownNode('Remove Duplicates', 'removeDuplicates', 2, {
		operation: 'removeItemsSeenInPreviousExecutions',
		dedupeValue: '={{ $binary.data.fileName }}',
		options: {},
	});
	// As long as jobs take on average.
	const wait = ownNode('Wait', 'wait', 1.1, { amount: 17, unit: 'hours' });
	const answer = { responseMode: 'onReceived', options: { responseData: 'OK' } };
	return {
		schedule: everyHour(folder, onceForEach, { ...wait, webhookId: randomUUID() }),
		trigger: workflow('When a job finishes', [webhook(path, answer)]),
		path,
	};
}

module.exports = { plainFlows, verbitFlows };
