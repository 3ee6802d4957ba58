const path = require('node:path');
const { manualTrigger, readFiles, workflow } = require('../../support/n8n/workflow');
const { recordings } = require('../../support/recordings/recordings');

/** @typedef {ReturnType<typeof import('../../support/n8n/workflow').verbitNodes>} NodeMaker makes nodes with one credential */

/** @param {string} title @param {import('../../support/n8n/workflow').WorkflowNode[]} nodes */
const scene = (title, ...nodes) => ({
	title,
	workflow: workflow(title, [manualTrigger(), ...nodes]),
});

/** Above 5 minutes the wait suspends the execution, and n8n looks for what is suspended once a minute only. */
const SHORT_WAIT = { pollInterval: 2, timeoutHours: 0.05 };

/** The main story: a file node and this node. @param {NodeMaker} node @param {Record<string, unknown>} [more] */
const transcriptScene = (node, more) =>
	scene(
		'From a recording to its text',
		readFiles(recordings.whole),
		node('Transcribe Recording', 'recording:transcribe', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			outputAs: 'segments',
			options: SHORT_WAIT,
			...more,
		}),
	);

/** What the node is for, the main story first. @param {NodeMaker} node @param {() => number} newJob */
const scenesOf = (node, newJob) => [
	// The table shows the file's bytes and checksum, which Simplify leaves out.
	transcriptScene(node, { simplify: false }),
	scene(
		'Merge two files',
		readFiles(path.join(recordings.folder, 'lincoln-part-*.wav')),
		node('Merge', 'media:merge', { jobId: newJob(), mergeSource: 'binary', order: 'fileName' }),
	),
];

/** What goes wrong most often, with a part of the message that says so. @param {NodeMaker} node @param {() => number} newJob */
function faultsOf(node, newJob) {
	const inAnHour = Math.floor(Date.now() / 1000) + 3600;
	const query = `?AWSAccessKeyId=AKIAEXAMPLE&Expires=${inAnHour}&Signature=c2lnbmF0dXJl`;
	const media = (jobId = newJob(), signature = '') => ({
		jobId,
		mediaSource: 'url',
		mediaUrl: `https://media.example.com/lecture.mp4${signature}`,
	});
	const job = newJob();
	return [
		{
			...scene(
				'A link that expires in an hour',
				node('Add Media', 'media:add', media(newJob(), query)),
			),
			expected: 'but Verbit needs it for at least 24 hours',
		},
		{
			...scene(
				'A second Add Media',
				node('Add Media', 'media:add', media(job)),
				node('Add Media again', 'media:add', media(job)),
			),
			expected: 'the job already has media',
		},
	];
}

module.exports = { faultsOf, scenesOf, transcriptScene };
