const path = require('node:path');
const { manualTrigger, readFiles, verbit, workflow } = require('../../support/n8n/workflow');

/** @typedef {{ id: string, name: string }} Credential */
/** @typedef {typeof import('../../support/recordings/recordings').recordings} Recordings */

const HOUR_SECONDS = 3600;

/**
 * What the node is for: one workflow for each way to bring a recording.
 * @param {{ recordings: Recordings, captionsFile: string, newJob: () => number, credential: Credential }} props
 */
function scenesOf({ recordings, captionsFile, newJob, credential }) {
	const announced = newJob();
	const uploaded = newJob();
	return [
		captionsScene(recordings.whole, captionsFile, credential),
		scene('Add Asset', [
			verbit(
				'Add Asset',
				{ resource: 'asset', operation: 'add', jobId: announced, fileName: 'lincoln.wav' },
				credential,
			),
		]),
		scene('Upload Binary, then Add Media', [
			readFiles(recordings.whole),
			verbit(
				'Upload Binary',
				{ resource: 'asset', operation: 'upload', jobId: uploaded },
				credential,
			),
			verbit(
				'Add Media',
				{
					resource: 'media',
					operation: 'add',
					jobId: '={{ $json.job_id }}',
					mediaSource: 'assetIds',
					assetIds: '={{ $json.asset_id }}',
				},
				credential,
			),
		]),
		scene('Add Media from a file', [
			readFiles(recordings.partOne),
			verbit(
				'Add Media',
				{ resource: 'media', operation: 'add', jobId: newJob(), mediaSource: 'binary' },
				credential,
			),
		]),
		scene('Merge two files', [
			readFiles(path.join(recordings.folder, 'lincoln-part-*.wav')),
			verbit(
				'Merge',
				{
					resource: 'media',
					operation: 'merge',
					jobId: newJob(),
					mergeSource: 'binary',
					order: 'fileName',
				},
				credential,
			),
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
	const job = { resource: 'job', jobId: '={{ $json.job_id }}' };
	const profile = { __rl: true, mode: 'name', value: 'standard' };
	return scene(TO_TRANSCRIPT, [
		readFiles(recording),
		// Its table shows the file's bytes and checksum, which Simplify leaves out.
		verbit(
			'Submit Recording',
			{ resource: 'job', operation: 'submit', profile, simplify: false },
			credential,
		),
		verbit(
			'Wait for Completion',
			{ ...job, operation: 'wait', options: { pollInterval: POLL_INTERVAL } },
			credential,
		),
		verbit('Get Captions', { ...job, operation: 'getCaptions', captionFormat: 'srt' }, credential),
		{
			name: 'Save Captions',
			type: 'n8n-nodes-base.readWriteFile',
			typeVersion: 1.1,
			parameters: { operation: 'write', fileName: captionsFile, options: {} },
		},
		verbit(
			'Get Transcript',
			{
				...job,
				jobId: "={{ $('Submit Recording').item.json.job_id }}",
				operation: 'getCaptions',
				captionFormat: 'txt',
				outputAs: 'text',
			},
			credential,
		),
	]);
}

/**
 * What goes wrong most often, with a part of the message that says so.
 * @param {{ newJob: () => number, credentials: { right: Credential, wrong: Credential } }} props
 */
function faultsOf({ newJob, credentials }) {
	const media = { resource: 'media', operation: 'add', mediaSource: 'url' };
	const mediaUrl = 'https://media.example.com/lecture.mp4';
	const expires = Math.floor(Date.now() / 1000) + HOUR_SECONDS;
	const shortLived = `${mediaUrl}?AWSAccessKeyId=AKIAEXAMPLE&Expires=${expires}&Signature=c2lnbmF0dXJl`;
	const job = newJob();
	return [
		{
			...scene('A link that expires in an hour', [
				verbit('Add Media', { ...media, jobId: newJob(), mediaUrl: shortLived }, credentials.right),
			]),
			expected: 'but Verbit needs at least 24 hours',
		},
		{
			...scene('A second Add Media', [
				verbit('Add Media', { ...media, jobId: job, mediaUrl }, credentials.right),
				verbit('Add Media again', { ...media, jobId: job, mediaUrl }, credentials.right),
			]),
			expected: 'the job already has media',
		},
		{
			...scene('A wrong key', [
				verbit('Add Media', { ...media, jobId: newJob(), mediaUrl }, credentials.wrong),
			]),
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
