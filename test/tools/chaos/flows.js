const { standard } = require('../../e2e/world');
const { readFiles, schedule, webhook, workflow } = require('../../support/n8n/workflow');

/** @typedef {import('../../cluster/supervisedQueue').SupervisedQueue} World */

/** As the guides of the docs set it up: with External ID, and *Skip* where it was used before. @param {World} world @param {string} externalId an expression @param {object} settings */
const submit = (world, externalId, settings) => ({
	...world.verbit('Submit', 'recording:submit', {
		profile: standard,
		binaryPropertyName: '*',
		externalId,
		ifExternalIdUsed: 'skip',
		// Well below what a real store needs, so that a stall costs seconds.
		options: { stallTimeout: 5 },
	}),
	...settings,
});

/** Recordings that are sent to n8n, one an execution. @param {World} world */
const webhookFlow = (world) =>
	workflow('Submit what is sent', [
		webhook('chaos', { options: { binaryPropertyName: 'recording' } }),
		submit(world, '={{ $json.body.external_id }}', {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 3000,
		}),
	]);

/** All recordings of a folder, in each run. @param {World} world */
const folderFlow = (world) =>
	workflow('Submit a folder', [
		schedule('Schedule', { field: 'seconds', secondsInterval: 20 }),
		readFiles(`${world.scratch}/*.wav`),
		submit(world, "={{ $binary.data.fileName.replace('.wav', '') }}", {
			onError: 'continueRegularOutput',
		}),
	]);

module.exports = { folderFlow, webhookFlow };
