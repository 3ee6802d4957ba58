const { manualTrigger, readFiles, workflow } = require('../../support/n8n/workflow');
const { recordings } = require('../../support/recordings/recordings');

/** Above 5 minutes the wait suspends the execution, and n8n looks for what is suspended once a minute only. */
const SHORT_WAIT = { pollInterval: 2, timeoutHours: 0.05 };

/** A file node and this node. @param {ReturnType<typeof import('../../support/n8n/workflow').verbitNodes>} node makes nodes with one credential @param {object} [more] parameters */
const transcriptFlow = (node, more) =>
	workflow('From a recording to its text', [
		manualTrigger(),
		readFiles(recordings.whole),
		node('Transcribe Recording', 'recording:transcribe', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			outputAs: 'segments',
			options: SHORT_WAIT,
			...more,
		}),
	]);

module.exports = { transcriptFlow };
