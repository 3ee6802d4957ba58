#!/usr/bin/env node
/**
 * `VERBIT_API_KEY=… npm run test:account`: asks Verbit's sandbox what its documentation leaves open. Makes at most five
 * jobs. Nothing secret is printed.
 */
const { parseArgs } = require('node:util');
const { runMain } = require('../../support/setup/main');
const { findingsOf, report } = require('./findings');
const { Session } = require('./session');
const { PLAN, survey } = require('./survey');

/** As the node's credential has them for its environment Sandbox. */
const SANDBOX = {
	baseUrl: 'https://sandbox-api.verbit.co/api',
	authUrl: 'https://users.verbit.co',
};

/** Jobs there cost audio minutes, and people transcribe them. */
const PRODUCTION_HOST = 'api.verbit.co';

const OPTIONS = /** @type {const} */ ({
	profile: { type: 'string', default: 'standard' },
	'base-url': { type: 'string', default: SANDBOX.baseUrl },
	'auth-url': { type: 'string', default: SANDBOX.authUrl },
	'callback-url': { type: 'string' },
	plan: { type: 'boolean', default: false },
});

async function main() {
	const { values } = parseArgs({ options: OPTIONS });
	const apiKey = process.env.VERBIT_API_KEY ?? '';
	const { host } = new URL(values['base-url']);
	if (host === PRODUCTION_HOST) throw new Error('This is production: run it in the sandbox only.');
	console.log(`In ${host}, with the profile ${values.profile}, this will:`);
	for (const step of PLAN) console.log(`- ${step}`);
	if (values.plan) return;
	if (apiKey === '') throw new Error('Set VERBIT_API_KEY to the API key of your sandbox.');
	const session = new Session({ baseUrl: values['base-url'], authUrl: values['auth-url'], apiKey });
	const found = await survey(session, {
		profile: values.profile,
		callbackUrl: values['callback-url'],
		onCall: (step) => console.log(`Now: ${step}`),
	});
	if (session.token === undefined) throw new Error(`The key was refused (${found.auth.status}).`);
	console.log(`\n${report(found)}\n`);
	console.log(`Jobs that were created: ${session.jobs.join(', ')}`);
	const wrong = findingsOf(found).filter(({ held }) => held === false);
	console.log(`${wrong.length} guesses of docs/maintainers/assumptions.md were wrong`);
}

runMain(main);
