const { setTimeout: sleep } = require('node:timers/promises');
const { PATHS } = require('./flows');
const { contentOf, putIntoFolder } = require('./recordings');

/** Between two tries: twice as long each time, as senders of webhooks wait. */
const FIRST_WAIT_MS = 3000;
const MAX_WAIT_MS = 60_000;

/**
 * @typedef {import('./chaos').ChaosWorld} ChaosWorld
 *
 * @typedef {object} Log what was really done
 * @property {Array<{ ms: number, what: string, how?: string }>} events
 * @property {Record<string, Sending>} sendings of recordings to the webhooks
 *
 * @typedef {(what: string, how?: string) => unknown} Note
 * @typedef {Awaited<ReturnType<typeof send>>} Sending of whose tries all but the last may have arrived; ended ms since 1970,
 *   and taken where the last was answered with success
 */

/**
 * Sends all recordings while everything is interrupted, and ends with everything running again.
 * @param {ChaosWorld} world
 * @param {import('./plan').Plan} plan
 */
async function carryOut(world, { recordings, events, senders }) {
	const startedAt = Date.now();
	/** @type {Log} */
	const log = { events: [], sendings: {} };
	/** @type {Note} */
	const note = (what, how) => log.events.push({ ms: Date.now() - startedAt, what, how });
	await Promise.all([
		...recordings.map(async (recording) => {
			await sleep(recording.at);
			if (recording.way === 'folder') putIntoFolder(world.folder, recording);
			else log.sendings[recording.id] = await send(world, recording, senders);
		}),
		...events.map(async (event) => {
			await sleep(event.at);
			await happen(world, event, note);
		}),
	]);
	world.emulator.faults.clear();
	await world.supervisor.allUp();
	note('everything is up');
	return log;
}

/**
 * Goes on until the recording is taken, or leaves it to its people.
 * @param {ChaosWorld} world
 * @param {import('./plan').PlannedRecording} recording
 * @param {import('./scope').Scope['senders']} limits
 */
async function send({ queue }, recording, { maxTries, answerMs }) {
	const content = contentOf(recording);
	const way = recording.way === 'atOnce' ? 'atOnce' : 'webhook';
	const url = `${queue.webhooks.url}/webhook/${PATHS[way]}`;
	for (let tries = 1; ; tries++) {
		const form = new FormData();
		form.append('external_id', recording.id);
		form.append('recording', new Blob([content], { type: 'audio/wav' }), `${recording.id}.wav`);
		const signal = AbortSignal.timeout(answerMs);
		const isTaken = await fetch(url, { method: 'POST', body: form, signal })
			.then(async (response) => (await response.arrayBuffer()) && response.ok)
			.catch(() => false);
		if (isTaken || tries === maxTries) return { tries, isTaken, endedAt: Date.now() };
		await sleep(Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MAX_WAIT_MS));
	}
}

/**
 * @param {ChaosWorld} world
 * @param {import('./plan').Event} event
 * @param {Note} note
 */
async function happen({ queue, emulator }, event, note) {
	switch (event.kind) {
		case 'kill': {
			const instance = event.who === 'main' ? queue.main : queue.workers[event.index];
			const hit = instance.server?.kill('SIGKILL') === true;
			note(`SIGKILL ${event.who}`, hit ? undefined : 'was down');
			break;
		}
		case 'restart': {
			const server = queue[event.what];
			note(`${event.what} ${event.signal}`, `down for ${Math.round(event.downMs)} ms`);
			await server.end(event.signal);
			await sleep(event.downMs);
			await server.start();
			break;
		}
		case 'outage': {
			note('Verbit', `down for ${Math.round(event.downMs)} ms`);
			await emulator.close();
			await sleep(event.downMs);
			await emulator.restart();
			break;
		}
		case 'faults':
			emulator.faults.add(...event.faults);
			note('bursts of faults', event.faults.map(describe).join(', '));
	}
}

/** @param {import('../../emulator/faults').Fault} fault */
function describe({ where, operation, kind, status, times }) {
	return [where, operation, kind, status, `× ${times}`].filter(Boolean).join(' ');
}

module.exports = { carryOut };
