const { recordings } = require('../../support/recordings/recordings');
const { formOf } = require('./session');
const { FINISH_IN_S } = require('./survey');

/** @typedef {import('./questions').Finding} Finding */

/** No response came, or none of Verbit's, or the account may not do it: that says nothing of the node. */
const OPEN =
	/^(NOT_VERBIT|CONNECTION_DROPPED|DOWNLOAD_INTERRUPTED|HOST_\w+|PROXY_\w+|\w+_MAY_\w+|MERGE_REFUSED)$/;

const file = (/** @type {string} */ content) => ({ content, fileName: 'survey.wav' });

/**
 * Runs the node itself in n8n's engine, as a user's workflow would, and says of each operation whether it worked.
 * @param {import('n8n-workflow').ICredentialDataDecryptedObject} credentialData
 * @param {{ profile: string, finishIn?: number }} options
 * @returns {Promise<{ runs: Finding[], jobs: number[] }>}
 */
async function nodeRuns(credentialData, { profile: value, finishIn = FINISH_IN_S }) {
	const { Engine, settled } = require('../../engine/engine');
	const engine = await Engine.start('filesystem');
	const credential = engine.credential(credentialData);
	/** @type {Set<number>} */
	const jobs = new Set();
	/** @type {Finding[]} */
	const runs = [];

	/** @param {string} key @param {object} parameters @param {import('../../engine/engine').ItemSpec} [item] */
	async function run(key, parameters, item = {}) {
		const [resource, operation] = key.split(':');
		const all = /** @type {any} */ ({ resource, operation, ...parameters });
		const options = { items: [item], parameters: all, credential };
		const { error, items } = await settled(engine.run(options));
		if (error) throw error;
		const [{ json }] = items;
		if (Number.isSafeInteger(json.job_id)) jobs.add(Number(json.job_id));
		return json;
	}

	/** @param {string} question @param {() => Promise<any>} work @param {(output: any) => boolean} [isRight] */
	async function ask(question, work, isRight = () => true) {
		try {
			const output = await work();
			runs.push({ question, did: `output ${formOf(output)}`, held: isRight(output) });
		} catch (error) {
			const { context = {}, message } = /** @type {any} */ (error);
			const { code = 'no code' } = context;
			runs.push({ question, did: `${code}: ${message}`, ...(!OPEN.test(code) && { held: false }) });
		}
	}

	const profile = { __rl: true, mode: 'name', value };
	await ask('the list of profiles', () => engine.searchList('profile', credential));
	// Not so long that n8n would suspend the execution.
	const options = { finishIn, timeoutHours: 0.08 };
	const transcribe = { profile, outputAs: 'segments', options };
	const recording = { files: { data: file(recordings.partOne) } };
	await ask(
		'Transcribe, with segments',
		() => run('recording:transcribe', transcribe, recording),
		({ text, segments }) => typeof text === 'string' && Array.isArray(segments),
	);
	const parts = { files: { a: file(recordings.partOne), b: file(recordings.partTwo) } };
	await ask('Merge', async () => {
		const { job_id: jobId } = await run('job:create', { profile });
		const ofParts = { jobId, binaryPropertyName: '*', mergeSource: 'binary' };
		return await run('media:merge', ofParts, parts);
	});
	return { runs, jobs: [...jobs] };
}

module.exports = { nodeRuns };
