/**
 * Everything that is known of one recording, to find out what has happened to it.
 * @param {import('./chaos').Run} run
 * @param {string} id of the recording
 * @returns {string[]} in the order of time
 */
function storyOf({ world, executions, startedAt, log }, id) {
	const { state, journal } = world.emulator;
	/** @type {Array<{ at: number, text: string }>} */
	const lines = [];
	const sending = log.sendings[id];
	if (sending) {
		const end = sending.isTaken ? 'success' : 'gave up';
		lines.push({ at: sending.endedAt, text: `sender: tries: ${sending.tries}, ${end}` });
	}
	for (const { at, body, operation, jobId, status, fault } of journal) {
		const { external_id: externalId } = /** @type {any} */ (body ?? {});
		if (externalId !== id && state.data.jobs[Number(jobId)]?.externalId !== id) continue;
		const text = `${operation} job ${jobId ?? 'new'} → ${status ?? 'no answer'}${fault ? ` (${fault})` : ''}`;
		lines.push({ at: Date.parse(at), text });
	}
	for (const execution of executions) {
		if (!execution.recordings.includes(id)) continue;
		const said = execution.statements.filter(({ recording }) => recording === id);
		const name = `execution ${execution.id}${execution.retryOf ? ` (retry of ${execution.retryOf})` : ''}`;
		lines.push({ at: execution.startedAt, text: `${name} begins` });
		const what = said.map(({ kind, jobId, error }) => `${kind} ${jobId ?? ''} ${error ?? ''}`);
		const text = `${name} ends: ${execution.status} ${what.join('; ')} ${execution.error ?? ''}`;
		lines.push({ at: execution.stoppedAt || Infinity, text });
	}
	const seconds = (/** @type {number} */ at) => `${((at - startedAt) / 1000).toFixed(2)} s`;
	return lines.sort((a, b) => a.at - b.at).map(({ at, text }) => `${seconds(at)} ${text.trim()}`);
}

module.exports = { storyOf };
