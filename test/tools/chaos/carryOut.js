const { setTimeout: sleep } = require('node:timers/promises');
const { SENDERS } = require('./plan');
const { contentOf, putIntoFolder } = require('./recordings');

/** @typedef {import('../../cluster/supervisedQueue').SupervisedQueue} World */

/**
 * Sends all recordings while everything is interrupted, and ends with everything running again.
 * @param {World} world @param {import('./plan').Plan} plan
 */
async function carryOut(world, { recordings, events }) {
	await Promise.all([
		...recordings.map(async (recording) => {
			await sleep(recording.at);
			if (recording.way === 'folder') return putIntoFolder(world.scratch, recording);
			await send(world, recording);
		}),
		...events.map(async (event) => {
			await sleep(event.at);
			await happen(world, event);
		}),
	]);
	world.emulator.faults.clear();
	await world.allUp();
}

/**
 * Goes on until the recording is taken, or leaves it to its people.
 * @param {World} world @param {import('./plan').PlannedRecording} recording
 */
async function send({ queue }, recording) {
	const content = contentOf(recording);
	const url = `${queue.webhooks.url}/webhook/chaos`;
	for (let tries = 1; ; tries++) {
		const form = new FormData();
		form.append('external_id', recording.id);
		form.append('recording', new Blob([content], { type: 'audio/wav' }), `${recording.id}.wav`);
		const signal = AbortSignal.timeout(SENDERS.answerMs);
		const isTaken = await fetch(url, { method: 'POST', body: form, signal })
			.then(async (response) => (await response.arrayBuffer()) && response.ok)
			.catch(() => false);
		if (isTaken || tries === SENDERS.maxTries) return;
		// Twice as long each time, as senders of webhooks wait.
		await sleep(Math.min(3000 * 2 ** (tries - 1), 60_000));
	}
}

/** @param {World} world @param {import('./plan').Event} event */
async function happen({ queue, emulator }, event) {
	if (event.kind === 'faults') return emulator.faults.add(...event.faults);
	if (event.kind === 'kill') {
		const { server } = event.who === 'main' ? queue.main : queue.workers[event.index];
		return server?.kill('SIGKILL');
	}
	if (event.kind === 'outage') {
		await emulator.close();
		await sleep(event.downMs);
		return await emulator.restart();
	}
	const server = queue[event.what];
	await server.end(event.signal);
	await sleep(event.downMs);
	await server.start();
}

module.exports = { carryOut };
