const { MESSAGES } = require('../../../nodes/Verbit/errors/messages/catalogue');
const { SENTENCES } = require('../../../nodes/Verbit/errors/messages/sentences');
const { codeOf, productFiles } = require('../architecture/sources');

/** The names that the code hands on, not those that it only compares, lists or keeps in a constant. */
const given = new Set(
	productFiles()
		.filter((file) => !/^nodes\/Verbit\/errors\/(messages\/|createError)/.test(file))
		.map((file) => codeOf(file).replace(/\[(\s*'\w+',?)+\s*\]/g, ''))
		.flatMap(
			(code) => code.match(/(?<!([=!]==|case|const \w+ =)\s*|includes\()'[A-Z][A-Z0-9_]+'/g) ?? [],
		)
		.map((text) => text.slice(1, -1)),
);

test('every message and every other sentence is used, and not only listed or compared', () => {
	const names = [...Object.keys(MESSAGES), ...Object.keys(SENTENCES)];
	expect(names.filter((name) => !given.has(name))).toEqual([]);
});

test('a remedy leaves room for what more is known: of three sentences, two are its own', () => {
	const texts = Object.values(MESSAGES).flatMap(({ remedy }) =>
		typeof remedy === 'string' ? remedy : Object.values(remedy),
	);
	const count = (/** @type {string} */ text) => text.split(/(?<=\.) (?=[A-Z'])/).length;
	expect(texts.filter((text) => count(text) > 2)).toEqual([]);
});

test('there is a text for every cause', () => {
	const texts = Object.values(MESSAGES).flatMap(({ message, remedy }) => [message, remedy]);
	expect(texts.filter((text) => typeof text === 'object' && !('other' in text))).toEqual([]);
});
