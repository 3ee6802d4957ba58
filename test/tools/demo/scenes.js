const path = require('node:path');
const {
	manualTrigger,
	ownNode,
	readFiles,
	verbit,
	workflow,
} = require('../../support/n8n/workflow');

/** @typedef {{ id: string, name: string }} Credential */
/** @typedef {typeof import('../../support/recordings/recordings').recordings} Recordings */

const HOUR_SECONDS = 3600;

/** Makes nodes of this package. @param {Credential} credential */
const nodesWith =
	(credential) =>
	/** @param {string} name @param {string} kind resource and operation @param {Record<string, unknown>} parameters */
	(name, kind, parameters) => {
		const [resource, operation] = kind.split(':');
		return verbit(name, { resource, operation, ...parameters }, credential);
	};

/**
 * What the node is for: one workflow for each way to bring a recording.
 * @param {{ recordings: Recordings, captionsFile: string, newJob: () => number, credential: Credential }} props
 */
function scenesOf({ recordings, captionsFile, newJob, credential }) {
	const node = nodesWith(credential);
	const [announced, uploaded] = [newJob(), newJob()];
	const uploadedAsset = {
		jobId: '={{ $json.job_id }}',
		mediaSource: 'assetIds',
		assetIds: '={{ $json.asset_id }}',
	};
	return [
		captionsScene(recordings.whole, captionsFile, credential),
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

/**
 * From a file to a file with its captions, and to its transcript as text in an item.
 * @param {string} recording
 * @param {string} captionsFile
 * @param {Credential} credential
 */
function captionsScene(recording, captionsFile, credential) {
	const node = nodesWith(credential);
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	const jobId = '={{ $json.job_id }}';
	const saved = { operation: 'write', fileName: captionsFile, options: {} };
	return scene(TO_TRANSCRIPT, [
		readFiles(recording),
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

/**
 * What goes wrong most often, with a part of the message that says so.
 * @param {{ newJob: () => number, credentials: { right: Credential, wrong: Credential } }} props
 */
function faultsOf({ newJob, credentials }) {
	const node = nodesWith(credentials.right);
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
			...scene('A wrong key', [nodesWith(credentials.wrong)('Add Media', 'media:add', media())]),
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

module.exports = { faultsOf, scenesOf, TO_TRANSCRIPT };
