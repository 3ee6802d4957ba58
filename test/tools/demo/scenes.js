const path = require('node:path');
const { manualTrigger, readFiles, workflow } = require('../../support/n8n/workflow');
const { recordings } = require('../../support/recordings/recordings');

const HOUR_SECONDS = 3600;

/** @typedef {ReturnType<typeof import('../../support/n8n/workflow').verbitNodes>} NodeMaker makes nodes with one credential */

/**
 * What the node is for: one workflow for each way to bring a recording.
 * @param {{ newJob: () => number, node: NodeMaker }} props
 */
function scenesOf({ newJob, node }) {
	const [announced, uploaded] = [newJob(), newJob()];
	const uploadedAsset = {
		jobId: '={{ $json.job_id }}',
		mediaSource: 'assetIds',
		assetIds: '={{ $json.asset_id }}',
	};
	return [
		// The table shows the file's bytes and checksum, which Simplify leaves out.
		transcriptScene(node, { simplify: false }),
		scene('Add Asset', [
			node('Add Asset', 'asset:add', { jobId: announced, fileName: 'lincoln.wav' }),
		]),
		scene('Upload Binary, then Add Media', [
			readFiles(recordings.whole),
			node('Upload Binary', 'asset:upload', { jobId: uploaded }),
			node('Add Media', 'media:add', uploadedAsset),
		]),
		scene('Add Media from a file', [
			readFiles(recordings.partOne),
			node('Add Media', 'media:add', { jobId: newJob(), mediaSource: 'binary' }),
		]),
		scene('Merge two files', [
			readFiles(path.join(recordings.folder, 'lincoln-part-*.wav')),
			node('Merge', 'media:merge', { jobId: newJob(), mergeSource: 'binary', order: 'fileName' }),
		]),
	];
}

/** The main story. */
const TO_TRANSCRIPT = 'From a recording to its text';

/** Above 5 minutes the wait suspends the execution, and n8n looks for what is suspended once a minute only. */
const SHORT_WAIT = { pollInterval: 2, timeoutHours: 0.05 };

/** A file node and this node. @param {NodeMaker} node @param {Record<string, unknown>} [more] */
const transcriptScene = (node, more) =>
	scene(TO_TRANSCRIPT, [
		readFiles(recordings.whole),
		node('Transcribe Recording', 'recording:transcribe', {
			profile: { __rl: true, mode: 'name', value: 'standard' },
			outputAs: 'segments',
			options: SHORT_WAIT,
			...more,
		}),
	]);

/**
 * What goes wrong most often, with a part of the message that says so.
 * @param {{ newJob: () => number, node: NodeMaker, nodeWithWrongKey: NodeMaker }} props
 */
function faultsOf({ newJob, node, nodeWithWrongKey }) {
	const expires = Math.floor(Date.now() / 1000) + HOUR_SECONDS;
	const media = (jobId = newJob(), query = '') => ({
		jobId,
		mediaSource: 'url',
		mediaUrl: `https://media.example.com/lecture.mp4${query}`,
	});
	const job = newJob();
	const query = `?AWSAccessKeyId=AKIAEXAMPLE&Expires=${expires}&Signature=c2lnbmF0dXJl`;
	return [
		{
			...scene('A link that expires in an hour', [
				node('Add Media', 'media:add', media(newJob(), query)),
			]),
			expected: 'but Verbit needs at least 24 hours',
		},
		{
			...scene('A second Add Media', [
				node('Add Media', 'media:add', media(job)),
				node('Add Media again', 'media:add', media(job)),
			]),
			expected: 'the job already has media',
		},
		{
			...scene('A wrong key', [nodeWithWrongKey('Add Media', 'media:add', media())]),
			expected: "didn't accept the key",
		},
	];
}

/** @param {string} title @param {import('../../support/n8n/workflow').WorkflowNode[]} nodes */
function scene(title, nodes) {
	return { title, workflow: workflow(title, [manualTrigger(), ...nodes]) };
}

module.exports = { faultsOf, scenesOf, TO_TRANSCRIPT, transcriptScene };
