const { editorTexts } = require('../../../nodes/VerbitTrigger/properties');

test('while a test event is awaited, the editor says to submit a job whose Callback URL is the Test URL', () => {
	const { executionsHelp, activationHint } = /** @type {any} */ (editorTexts.triggerPanel);
	for (const text of [
		...Object.values(executionsHelp),
		...Object.values(activationHint),
		editorTexts.eventTriggerDescription,
	]) {
		expect(text).toMatch(/submit a job/i);
		expect(text).toContain('Callback URL');
		expect(text).toContain('Test URL');
	}
	// What the jobs of a published workflow have.
	expect(executionsHelp.inactive).toMatch(/published.*Production URL/);
	expect(executionsHelp.active).toMatch(/published.*Production URL/);
	expect(editorTexts.activationMessage).toMatch(/Production URL.*Callback URL/);
});
