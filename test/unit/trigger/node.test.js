const { NodeHelpers } = require('n8n-workflow');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');

const { description } = new VerbitTrigger();

test('workflows that were saved with version 1 or 1.1 open, and a new one gets 1.1', () => {
	expect(description.version).toEqual([1, 1.1]);
	expect(description.defaultVersion).toBeUndefined();
});

test.each([
	[['completed'], true],
	[['draftReady', 'completed'], true],
	[['completed', 'failed'], false],
])('where %j is chosen, the editor advises to add Job Failed: %p', (events, isAdvised) => {
	const notice = description.properties.find(({ name }) => name === 'failedNotice');
	const isShown = NodeHelpers.displayParameter(
		{ events },
		/** @type {any} */ (notice),
		{ typeVersion: 1.1 },
		description,
	);
	expect(isShown).toBe(isAdvised);
});
