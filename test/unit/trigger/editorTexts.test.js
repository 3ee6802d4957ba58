const { editorTexts } = require('../../../nodes/VerbitTrigger/properties');

describe('what the editor says while a test event is awaited', () => {
	const { executionsHelp, activationHint } = /** @type {any} */ (editorTexts.triggerPanel);

	test.each([
		['before the workflow is published', executionsHelp.inactive],
		['after it was published', executionsHelp.active],
		['at the button, before the workflow is published', activationHint.inactive],
		['at the button, after it was published', activationHint.active],
		['while it listens', editorTexts.eventTriggerDescription],
	])('is to submit a job whose Callback URL is the Test URL: %s', (_when, text) => {
		expect(text).toMatch(/submit a job/i);
		expect(text).toContain('Callback URL');
		expect(text).toContain('Test URL');
	});

	test.each(['inactive', 'active'])(
		'also says which URL the jobs of a published workflow have (%s)',
		(state) => {
			expect(executionsHelp[state]).toMatch(/published.*Production URL/);
		},
	);

	test('names the URL to use once the workflow is published', () => {
		expect(editorTexts.activationMessage).toMatch(/Production URL.*Callback URL/);
	});
});
