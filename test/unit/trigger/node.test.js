const { NodeHelpers } = require('n8n-workflow');
const { VerbitTrigger } = require('../../../nodes/VerbitTrigger/VerbitTrigger.node');

const { description } = new VerbitTrigger();

const propertyOf = (/** @type {string} */ name) =>
	/** @type {import('n8n-workflow').INodeProperties} */ (
		description.properties.find((property) => property.name === name)
	);

test('workflows that were saved with version 1 or 1.1 open, and a new one gets 1.1', () => {
	expect(description.version).toEqual([1, 1.1]);
	expect(description.defaultVersion).toBeUndefined();
});

test('the notice has a line for each step, in the markup that n8n leaves in notices', () => {
	const { displayName } = propertyOf('setupNotice');
	expect(displayName.match(/<(?!\/?(a|ul|li)\b)/g)).toBeNull();
	expect(displayName.split('<li>').slice(1)).toEqual([
		expect.stringMatching(/Production URL/),
		expect.stringMatching(/'Callback URL'.*My Account/),
		expect.stringMatching(/SEND TEST EVENT/),
	]);
});

test.each([
	[['completed'], true],
	[['draftReady', 'completed'], true],
	[['completed', 'failed'], false],
])('where %j is chosen, the editor advises to add Job Failed: %p', (events, isAdvised) => {
	const notice = propertyOf('failedNotice');
	const node = { typeVersion: 1.1 };
	expect(NodeHelpers.displayParameter({ events }, notice, node, description)).toBe(isAdvised);
});
