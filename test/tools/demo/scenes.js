const path = require('node:path');
const { manualTrigger, ownNode, readFiles, workflow } = require('../../support/n8n/workflow');
const { recordings } = require('../../support/recordings/recordings');

const HOUR_SECONDS = 3600;

/** @typedef {ReturnType<typeof import('../../support/n8n/workflow').verbitNodes>} NodeMaker makes nodes with one credential */

/**
 * What the node is for: one workflow for each way to bring a recording.
 * @param {{ captionsFile: string, newJob: () => number, node: NodeMaker }} props
 */
function scenesOf({ captionsFile, newJob, node }) {
	const [announced, uploaded] = [newJob(), newJob()];
	const uploadedAsset = {
		jobId: '={{ $json.job_id }}',
		mediaSource: 'assetIds',
		assetIds: '={{ $json.asset_id }}',
	};
	return [
		captionsScene(captionsFile, node),
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

/** From a file to a file with its captions, and to its transcript as text in an item. @param {string} captionsFile @param {NodeMaker} node */
function captionsScene(captionsFile, node) {
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const jobId = '={{ $json.job_id }}';
	const saved = { operation: 'write', fileName: captionsFile, options: {} };
	return scene(TO_TRANSCRIPT, [
		readFiles(recordings.whole),
		// Its table shows the file's bytes and checksum, which Simplify leaves out.
		node('Submit Recording', 'recording:submit', { profile, simplify: false }),
		node('Wait for Completion', 'job:wait', { jobId, options: SHORT_WAIT }),
		node('Get Captions', 'job:getCaptions', { jobId, captionFormat: 'srt' }),
		ownNode('Save Captions', 'readWriteFile', 1.1, saved),
		node('Get Transcript', 'job:getCaptions', {
			jobId: "={{ $('Submit Recording').item.json.job_id }}",
			captionFormat: 'txt',
			outputAs: 'text',
		}),
	]);
}

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
			expected: "didn't accept the API key",
		},
	];
}

/** @param {string} title @param {import('../../support/n8n/workflow').WorkflowNode[]} nodes */
function scene(title, nodes) {
	return { title, workflow: workflow(title, [manualTrigger(), ...nodes]) };
}

module.exports = { faultsOf, scenesOf, TO_TRANSCRIPT };
