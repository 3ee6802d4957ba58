const { findings } = require('../../tools/words/check');
const { EXCEPTIONS, RULES } = require('../../tools/words/rules');
const { allTexts } = require('../../tools/words/texts');

/** @param {string} text */
const check = (text) => findings([{ place: 'somewhere.md:1', text }]);

test.each(RULES.map(({ bad, better }) => [bad, better]))('"%s" is found', (bad, better) => {
	expect(check(bad).join()).toContain(better);
});

test.each([
	"The file can't be read",
	'There is no file in this item',
	'The upload URL is no longer valid',
	'Verbit returns a transcript',
	'A service that runs at night',
])('"%s" passes', (text) => {
	expect(check(text)).toEqual([]);
});

test('texts of the nodes, messages, pages and examples are read', () => {
	const places = allTexts().map(({ place }) => place);
	for (const part of [
		'nodes/Verbit/errors/messages/input.ts',
		'credentials/verbitApi/properties.ts',
		'docs/errors.md',
		'README.md',
		'examples/',
		'package.json',
	]) {
		expect({ part, isRead: places.some((place) => place.startsWith(part)) }).toEqual({
			part,
			isRead: true,
		});
	}
});

test('every exception is still needed', () => {
	const texts = allTexts();
	const isNeeded = (/** @type {(typeof EXCEPTIONS)[0]} */ exception) =>
		texts.some(({ place, text }) => exception.place.test(place) && exception.text.test(text));
	expect(EXCEPTIONS.filter((exception) => !isNeeded(exception))).toEqual([]);
});
