const { MESSAGES } = require('../../../nodes/Verbit/errors/messages/catalogue');

/** That each is said, and is short enough, is in `test/engine/advice.test.js`. */
test('there is a text for every cause', () => {
	const texts = Object.values(MESSAGES).flatMap(({ message, remedy }) => [message, remedy]);
	expect(texts.filter((text) => typeof text === 'object' && !('other' in text))).toEqual([]);
});
