#!/usr/bin/env node
/**
 * `VERBIT_API_KEY=… npm run test:account`: asks Verbit's sandbox what its documentation leaves open, and runs the node
 * against it. Makes at most eight jobs. Nothing secret is printed.
 */
const { parseArgs } = require('node:util');
const { requireTs } = require('../../support/requireTs');
const { runMain } = require('../../support/setup/main');
const { makeSourcePackage } = require('../../support/sourcePackage');
const { countCauses, FINISH_IN_QUESTION, findingsOf } = require('./findings');
const { nodeRuns } = require('./nodeRuns');
const { Session } = require('./session');
const { authenticate, PLAN, survey } = require('./survey');
const { report } = require('./words');

/** As the node's credential has them for its environment Sandbox. */
const SANDBOX = {
	baseUrl: 'https://sandbox-api.verbit.co/api',
	authUrl: 'https://users.verbit.co',
};

const OPTIONS = /** @type {const} */ ({
	profile: { type: 'string' },
	'base-url': { type: 'string', default: SANDBOX.baseUrl },
	'auth-url': { type: 'string', default: SANDBOX.authUrl },
	'callback-url': { type: 'string' },
	'insights-url': { type: 'string' },
	'not-the-sandbox': { type: 'boolean', default: false },
	plan: { type: 'boolean', default: false },
});

/** Elsewhere jobs may cost audio minutes, and people transcribe them. @param {string} baseUrl */
function isHarmless(baseUrl) {
	const { hostname, host } = new URL(baseUrl);
	return (
		host === new URL(SANDBOX.baseUrl).host ||
		/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)
	);
}

async function main() {
	const { values } = parseArgs({ options: OPTIONS });
	const baseUrl = values['base-url'];
	const authUrl = values['auth-url'];
	if (!isHarmless(baseUrl) && !values['not-the-sandbox']) {
		throw new Error(
			`${new URL(baseUrl).host} isn't Verbit's sandbox: its jobs may be transcribed by people, and cost money. If that is meant, add --not-the-sandbox.`,
		);
	}
	console.log(`In ${new URL(baseUrl).host} this will:`);
	for (const step of PLAN) console.log(`- ${step}`);
	if (values.plan) return;
	const apiKey = process.env.VERBIT_API_KEY ?? '';
	if (apiKey === '') throw new Error('Set VERBIT_API_KEY to the API key of your sandbox.');
	const session = new Session({ baseUrl, authUrl, apiKey }, undefined, console.log);
	/** @type {Record<string, any>} */
	const found = {};
	// What isn't Verbit's answers no question: then this is all that is said.
	await authenticate(session, found);
	/** @type {Awaited<ReturnType<typeof nodeRuns>>} */
	let node = { runs: [], jobs: [] };
	try {
		await survey(session, {
			found,
			profile: values.profile,
			callbackUrl: values['callback-url'],
			insightsUrl: values['insights-url'],
		});
		const credential = { environment: 'custom', baseUrl, authUrl, authentication: 'auto', apiKey };
		node = await runsOfNode(credential, found);
	} finally {
		// What was found before a failure, too.
		const all = [...findingsOf(found), ...node.runs];
		console.log(`\n${report(all)}\n`);
		console.log(`Jobs that were created: ${[...session.jobs, ...node.jobs].join(', ')}`);
		const causes = countCauses(all);
		console.log(
			`${causes} guesses of docs/maintainers/assumptions.md or runs of the node were wrong`,
		);
		if (causes > 0) process.exitCode = 1;
	}
}

/** @param {import('n8n-workflow').ICredentialDataDecryptedObject} credential @param {Record<string, any>} found */
async function runsOfNode(credential, found) {
	const start = findingsOf(found).find(({ question }) => question === FINISH_IN_QUESTION);
	if (start?.held === false) {
		const did = 'not run: its jobs would not end, as Verbit reads `finish_in` elsewhere';
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
