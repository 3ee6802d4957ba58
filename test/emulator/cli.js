#!/usr/bin/env node
/** `npm run emulator`: the service on this machine, to try a workflow without an account and without spending money. */
const { parseArgs } = require('node:util');
const { runMain } = require('../support/setup/main');
const { startEmulator } = require('.');

/** Always the same, so that a credential in n8n stays valid. */
const API_KEY = 'emulator';

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '5680' },
			'store-port': { type: 'string', default: '5681' },
		},
	});
	const emulator = await startEmulator({
		port: Number(values.port),
		storePort: Number(values['store-port']),
		apiKey: API_KEY,
	});
	// In place of an end at once: this one is clean.
	for (const signal of ['SIGINT', 'SIGTERM'])
		process.removeAllListeners(signal).once(signal, () => emulator.stop());
	const { baseUrl, authUrl, apiKey } = emulator;
	console.log(`The emulator of Verbit is running. Press Ctrl+C to stop it. Nothing is kept then.

In n8n, create a Verbit API credential with these values:
  Environment         Custom
  Base URL            ${baseUrl}
  Authentication URL  ${authUrl}
  Authentication      Automatic
  API Key             ${apiKey}

Verbit doesn't document everything in public. What the emulator assumes can be switched (test/emulator/README.md):
  curl ${authUrl}/_emulator/switches
  curl -X PUT -H 'Content-Type: application/json' -d '{"badTokenAnswer":403}' ${authUrl}/_emulator/switches`);
}

runMain(main);
