const path = require('node:path');
const { readFiles, schedule, verbit, webhook, workflow } = require('../../support/n8n/workflow');

/** Of the webhooks. */
const PATHS = { webhook: 'chaos', atOnce: 'chaos-at-once' };

/** Well below what a real store needs, so that a stall costs seconds. */
const STALL_SECONDS = 5;

/**
 * As the guides of the docs set it up: with External ID, and *Skip* where it was used before.
 * @param {{ id: string, name: string }} credential
 * @param {string} externalId an expression
 * @param {Record<string, unknown>} settings of the node
 * @param {Record<string, unknown>} [options] more of them
 */
const submit = (credential, externalId, settings, options) => ({
	...verbit(
		'Submit',
		{
			resource: 'recording',
			operation: 'submit',
			profile: { __rl: true, mode: 'name', value: 'standard' },
			binaryPropertyName: '*',
			additionalFields: { externalId, ifExternalIdUsed: 'skip' },
			options: { stallTimeout: STALL_SECONDS, ...options },
		},
		credential,
	),
	...settings,
});

/**
 * Recordings that are sent to n8n, one an execution.
 * @param {{ id: string, name: string }} credential
 * @param {keyof PATHS} way
 */
const webhookFlow = (credential, way) =>
	workflow(`Submit what is sent, ${way}`, [
		webhook(PATHS[way], {
			responseMode: way === 'atOnce' ? 'onReceived' : 'lastNode',
			options: { binaryPropertyName: 'recording' },
		}),
		submit(credential, '={{ $json.body.external_id }}', {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 3000,
		}),
	]);

/**
 * All recordings of a folder, in each run.
 * @param {{ id: string, name: string }} credential
 * @param {{ folder: string, seconds: number }} options
 */
const folderFlow = (credential, { folder, seconds }) =>
	workflow('Submit a folder', [
		schedule('Schedule', { field: 'seconds', secondsInterval: seconds }),
		readFiles(path.join(folder, '*.wav')),
		submit(credential, "={{ $binary.data.fileName.replace('.wav', '') }}", {
			onError: 'continueRegularOutput',
		}),
	]);

module.exports = { folderFlow, PATHS, submit, webhookFlow };
