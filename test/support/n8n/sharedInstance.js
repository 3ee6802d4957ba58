const fs = require('node:fs');
const path = require('node:path');
const { SHARED_FOLDER } = require('../setup/jest');
const { createInstance } = require('./instance');

const folder = process.env[SHARED_FOLDER];

/**
 * An n8n with the node in it that an earlier test file is done with. A start takes ten seconds and more.
 * @param {NodeJS.ProcessEnv} env the settings that it was started with
 */
async function takeInstance(env) {
	if (!folder || !fs.existsSync(folder)) return undefined;
	for (const name of fs.readdirSync(folder).filter((file) => file.endsWith('.free'))) {
		const file = path.join(folder, name);
		const taken = `${file}.${process.pid}`;
		try {
			// For one of the test files that run beside each other.
			fs.renameSync(file, taken);
		} catch {
			continue;
		}
		const { userFolder, port, owner, ...running } = JSON.parse(fs.readFileSync(taken, 'utf8'));
		fs.rmSync(taken);
		const instance = await createInstance({ userFolder, port, owner, env });
		instance.takeOver(running);
		return instance;
	}
	return undefined;
}

/**
 * Leaves an n8n that runs for the next test file, or ends it where nobody would.
 * @param {import('./instance').Instance} instance
 */
async function giveBack(instance) {
	if (!folder || instance.server === undefined) return await instance.remove();
	fs.mkdirSync(folder, { recursive: true });
	const state = instance.handOver();
	const file = path.join(folder, `${state.port}`);
	fs.writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
	fs.renameSync(file, `${file}.free`);
}

module.exports = { giveBack, takeInstance };
