const { readFiles, schedule, verbit, webhook, workflow } = require('../../support/n8n/workflow');

/** @typedef {{ id: string, name: string }} Credential */

/**
 * As the guides of the docs set it up: with External ID, and *Skip* where it was used before.
 * @param {Credential} credential @param {string} externalId an expression @param {object} settings
 */
function submit(credential, externalId, settings) {
	const parameters = {
		resource: 'recording',
		operation: 'submit',
		profile: { __rl: true, mode: 'name', value: 'standard' },
		binaryPropertyName: '*',
		additionalFields: { externalId, ifExternalIdUsed: 'skip' },
		// Well below what a real store needs, so that a stall costs seconds.
		options: { stallTimeout: 5 },
	};
	return { ...verbit('Submit', parameters, credential), ...settings };
}

/** Recordings that are sent to n8n, one an execution. @param {Credential} credential */
const webhookFlow = (credential) =>
	workflow('Submit what is sent', [
		webhook('chaos', { options: { binaryPropertyName: 'recording' } }),
		submit(credential, '={{ $json.body.external_id }}', {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 3000,
		}),
	]);

/** All recordings of a folder, in each run. @param {Credential} credential @param {string} folder @param {number} seconds */
const folderFlow = (credential, folder, seconds) =>
	workflow('Submit a folder', [
		schedule('Schedule', { field: 'seconds', secondsInterval: seconds }),
		readFiles(`${folder}/*.wav`),
		submit(credential, "={{ $binary.data.fileName.replace('.wav', '') }}", {
			onError: 'continueRegularOutput',
		}),
	]);

module.exports = { folderFlow, webhookFlow };
