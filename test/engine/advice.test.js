const { recording, shortenPauses, useWorld } = require('./world');

/** Advice that fits the state in which an error leaves things. */
const world = useWorld();
shortenPauses();

const refusal = { status: 422, body: { ErrorType: 'INVALID_OPTION', ErrorComment: 'No' } };

/** @param {string} call @param {any[]} faults */
async function failAt(call, ...faults) {
	world.fault(call, ...faults);
	const { error } = await world.run('recording:submit', [recording()], {});
	return String(error.description);
}

test('an asset that is attached is not said to be unused', async () => {
	expect(await failAt('add_media', refusal)).toContain('An unused asset');
	expect(await failAt('perform_transcription', refusal)).not.toContain('asset');
});

test('Retry On Fail is advised where it helps, and not where Verbit would refuse again', async () => {
	const retry = 'Retry On Fail';
	expect(await failAt('perform_transcription', refusal)).not.toContain(retry);
	const busy = Array.from({ length: 9 }, () => ({ status: 503 }));
	expect(await failAt('add_asset', ...busy)).toContain(retry);
});

test("one item's own fault says that nothing was sent, and how the others get through", async () => {
	const empty = { binary: { data: { data: '', mimeType: 'audio/wav', fileName: 'empty.wav' } } };
	const { error } = await world.run('recording:submit', [recording(), empty, recording()], {});
	expect(error.message).toContain('"empty.wav"');
	expect(error.description).toContain("Nothing was sent. To let the other items through, set 'On");
	expect(world.calls()).toEqual([]);
	const alone = await world.run('recording:submit', [empty], {});
	expect(alone.error.description).not.toContain('other items');
});
