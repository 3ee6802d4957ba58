const path = require('node:path');
const {
	manualTrigger,
	ownNode,
	readFiles,
	verbitNodes,
	workflow,
} = require('../../support/n8n/workflow');
const { recordings } = require('../../support/recordings/recordings');

const HOUR_SECONDS = 3600;

const CREDENTIALS = {
	right: { id: 'demoCredential01', name: 'Verbit emulator' },
	wrong: { id: 'demoCredential02', name: 'Verbit emulator, wrong key' },
};

const node = verbitNodes(CREDENTIALS.right);
const nodeWithWrongKey = verbitNodes(CREDENTIALS.wrong);

/**
 * What the node is for: one workflow for each way to bring a recording.
 * @param {{ captionsFile: string, newJob: () => number }} props
 */
function scenesOf({ captionsFile, newJob }) {
	const [announced, uploaded] = [newJob(), newJob()];
	const uploadedAsset = {
		jobId: '={{ $json.job_id }}',
		mediaSource: 'assetIds',
		assetIds: '={{ $json.asset_id }}',
	};
	return [
		captionsScene(captionsFile),
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

/** Seconds. */
const POLL_INTERVAL = 2;

/** From a file to a file with its captions, and to its transcript as text in an item. @param {string} captionsFile */
function captionsScene(captionsFile) {
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const jobId = '={{ $json.job_id }}';
	const saved = { operation: 'write', fileName: captionsFile, options: {} };
	return scene(TO_TRANSCRIPT, [
		readFiles(recordings.whole),
		// Its table shows the file's bytes and checksum, which Simplify leaves out.
		node('Submit Recording', 'job:submit', { profile, simplify: false }),
		node('Wait for Completion', 'job:wait', { jobId, options: { pollInterval: POLL_INTERVAL } }),
		node('Get Captions', 'job:getCaptions', { jobId, captionFormat: 'srt' }),
		ownNode('Save Captions', 'readWriteFile', 1.1, saved),
		node('Get Transcript', 'job:getCaptions', {
			jobId: "={{ $('Submit Recording').item.json.job_id }}",
			captionFormat: 'txt',
			outputAs: 'text',
		}),
	]);
}

/** What goes wrong most often, with a part of the message that says so. @param {() => number} newJob */
function faultsOf(newJob) {
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
	// n8n's command line finds a workflow by an ID of letters and digits.
	const id = `demo${title.replace(/[^A-Za-z]/g, '')}`.slice(0, 36);
	return { title, workflow: workflow(title, [manualTrigger(), ...nodes], { id }) };
}

module.exports = { CREDENTIALS, faultsOf, scenesOf, TO_TRANSCRIPT };
