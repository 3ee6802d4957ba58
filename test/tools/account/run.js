#!/usr/bin/env node
/**
 * `VERBIT_API_KEY=… npm run test:account`: asks Verbit's sandbox what its documentation leaves open, and runs the node
 * against it. Makes at most seven jobs. Nothing secret is printed.
 */
const { parseArgs } = require('node:util');
const { requireTs } = require('../../support/requireTs');
const { runMain } = require('../../support/setup/main');
const { makeSourcePackage } = require('../../support/sourcePackage');
const { nodeRuns } = require('./nodeRuns');
const { FINISH_IN, findingsOf, report } = require('./questions');
const { Session } = require('./session');
const { authenticate, PLAN, survey } = require('./survey');

/** As the node's credential has it for its environment Sandbox. */
const SANDBOX = 'https://sandbox-api.verbit.co/api';

/** Elsewhere jobs may cost audio minutes, and people transcribe them. */
const HARMLESS = /^(sandbox-api\.verbit\.co|127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

const OPTIONS = /** @type {const} */ ({
	profile: { type: 'string' },
	'base-url': { type: 'string', default: SANDBOX },
	'auth-url': { type: 'string', default: 'https://users.verbit.co' },
	'callback-url': { type: 'string' },
	'not-the-sandbox': { type: 'boolean', default: false },
	plan: { type: 'boolean', default: false },
});

const BY_HAND = `What this command can't ask:
- whether the URL of --callback-url was called, and with which fields: look there
- whether My Account finds a job of this run by its External ID, and what Get says of one that was deleted there
- what a profile that requires metadata, or that makes transcripts alone, refuses: run again with --profile and its name`;

async function main() {
	const { values } = parseArgs({ options: OPTIONS });
	const { 'base-url': baseUrl, 'auth-url': authUrl } = values;
	const { hostname, host } = new URL(baseUrl);
	if (!HARMLESS.test(hostname) && !values['not-the-sandbox']) {
		throw new Error(
			`${host} isn't Verbit's sandbox: its jobs may be transcribed by people, and cost money. If that is meant, add --not-the-sandbox.`,
		);
	}
	console.log(`In ${host} this will:${PLAN}`);
	if (values.plan) return;
	const apiKey = process.env.VERBIT_API_KEY ?? '';
	if (apiKey === '') throw new Error('Set VERBIT_API_KEY to the API key of your sandbox.');
	const session = new Session({ baseUrl, authUrl, apiKey });
	/** @type {import('./survey').Found} */
	const found = {};
	// What isn't Verbit's answers no question: then this is all that is said.
	await authenticate(session, found);
	/** @type {Awaited<ReturnType<typeof nodeRuns>>} */
	let node = { runs: [], jobs: [] };
	try {
		const { profile, 'callback-url': callbackUrl } = values;
		await survey(session, { found, profile, callbackUrl });
		const credential = { environment: 'custom', baseUrl, authUrl, authentication: 'auto', apiKey };
		node = await runsOfNode(credential, found);
	} finally {
		// What was found before a failure, too.
		const all = [...findingsOf(found), ...node.runs];
		const wrong = all.filter(({ held }) => held === false).length;
		console.log(`
${report(all)}

${BY_HAND}

Jobs that were created: ${[...session.jobs, ...node.jobs].join(', ')}
${wrong} guesses of docs/maintainers/assumptions.md or runs of the node were wrong`);
		if (wrong > 0) process.exitCode = 1;
	}
}

/** @param {import('n8n-workflow').ICredentialDataDecryptedObject} credential @param {import('./survey').Found} found */
async function runsOfNode(credential, found) {
	const start = findingsOf(found).find(({ question }) => question === FINISH_IN);
	if (start?.held === false) {
		const did =
			'not run: its jobs would not end, as Verbit reads `finish_in` elsewhere, or in minutes';
		return { runs: [{ question: 'the node', did }], jobs: [] };
	}
	requireTs();
	process.env.N8N_NODES_VERBIT_PACKAGE = makeSourcePackage();
	const { removeUserFolder } = require('../../engine/engine');
	try {
		return await nodeRuns(credential, { profile: found.profile });
	} finally {
		removeUserFolder();
	}
}

runMain(main);
