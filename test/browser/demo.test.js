const { transcriptScene } = require('../tools/demo/scenes');
const { useEditor } = require('./world');

const world = useEditor();

/** `npm run demo:editor` opens it. */
test("the demo's workflow runs step by step, to the text of its recording", async () => {
	const { editor, emulator } = world;
	emulator.switches.set({ transcriptionSeconds: 0 });
	const { workflow } = transcriptScene((name, operation, parameters) =>
		world.verbit(name, operation, parameters ?? {}),
	);
	await world.open(workflow);
	await editor.openNode('Read Files');
	await editor.panel.execute();
	await editor.panel.outputText('lincoln.wav');
	await editor.openNode('Transcribe Recording');
	await editor.panel.execute();
	const output = await editor.panel.outputFields();
	expect(output.text).toMatch(/^Speaker 1: Welcome to the first lecture of the term\./);
});
