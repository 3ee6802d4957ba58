const { SOON } = require('./idTime');
const { recording, useWorld } = require('./world');

const OPERATIONS = /** @type {const} */ ({
	create: 'job:create',
	submit: 'recording:submit',
	transcribe: 'recording:transcribe',
});

/** @typedef {'reuse' | 'skip' | 'create'} IfUsed */
const BOTH = /** @type {IfUsed[]} */ (['reuse', 'skip']);

/** Recordings with an ID of their own each. @param {string[]} ids */
const byIds = (...ids) => ({
	items: ids.map((id) => recording(10, `${id}.wav`, { id })),
	externalId: '={{ $json.id }}',
});

/** @param {{ items: import('n8n-workflow').INodeExecutionData[] }} result */
const jobOf = ({ items }) => Number(items[0].json.job_id);

const passOn = async () => [[{ json: {} }]];

/** Runs with the External ID `talk-1`. */
function useIdRuns() {
	const world = useWorld();

	/** @param {keyof typeof OPERATIONS} name @param {string} ifExternalIdUsed @param {any} [how] items, and other parameters @param {Partial<import('./engine').RunOptions>} [more] of the run */
	function optionsOf(name, ifExternalIdUsed, { items = [recording()], ...how } = {}, more = {}) {
		const { options = name === 'transcribe' ? SOON : {} } = how;
		const id = { externalId: 'talk-1', ifExternalIdUsed };
		const parameters = { ...id, ...how, options: { maxAttempts: 1, ...options } };
		return world.options(OPERATIONS[name], items, parameters, more);
	}

	/** @param {string} ifUsed @param {any} [how] @param {Partial<import('./engine').RunOptions>} [more] */
	const submission = (ifUsed, how, more) => optionsOf('submit', ifUsed, how, more);

	/** With a node behind. @param {string} ifUsed @param {object} options `SOON` or `LONG` @param {any} [how] items and parameters @param {Partial<import('./engine').RunOptions>} [more] of the run */
	const transcription = (ifUsed, options, how = {}, more = {}) =>
		optionsOf(
			'transcribe',
			ifUsed,
			{ ...how, options },
			{ mode: 'trigger', behind: passOn, ...more },
		);

	/** Until another execution has looked at the ID again and again. */
	async function othersLook(times = 20) {
		const before = world.memory.statements;
		await world.until(() => world.memory.statements > before + times);
	}

	return {
		world,
		othersLook,
		optionsOf,
		submission,
		/** @param {Parameters<typeof submission>} how */
		submit: async (...how) => await world.engine.run(submission(...how)),
		transcription,
		/** @param {Parameters<typeof transcription>} how */
		transcribe: async (...how) => await world.engine.run(transcription(...how)),
	};
}

module.exports = { BOTH, byIds, jobOf, OPERATIONS, useIdRuns };
