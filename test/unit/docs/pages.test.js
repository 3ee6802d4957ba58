const fs = require('node:fs');
const path = require('node:path');
const { FOLDER, makePages } = require('../../tools/docs/pages');
const { MESSAGES } = require('../../../nodes/Verbit/errors/catalogue');
const causes = require('../../tools/docs/causes.json');
const { GROUPS, messagesOf } = require('../../tools/docs/errorsPage');
const { checkout } = require('../../support/setup/paths');

// The types of the whole package are resolved for it.
jest.setTimeout(60_000);

const load = (/** @type {string} */ source) => require(path.join(checkout, source));

const pages = makePages(load);

const read = (/** @type {string} */ file) => {
	const fullPath = path.join(checkout, file);
	return fs.existsSync(fullPath)
		? fs.readFileSync(fullPath, 'utf8')
		: 'not there: run `npm run docs`';
};

test.each([...pages.keys()])('%s is what `npm run docs` makes of the sources', (file) => {
	expect(read(file)).toBe(pages.get(file));
});

test('the folder of made pages holds no other page', () => {
	const files = fs.readdirSync(path.join(checkout, FOLDER)).map((name) => `${FOLDER}/${name}`);
	expect(files.filter((file) => !pages.has(file))).toEqual([]);
});

test('the page of errors holds each code once, and no cause of a code that is gone', () => {
	const codes = GROUPS.flatMap(([, name]) => Object.keys(messagesOf(load, name)));
	expect([...codes].sort()).toEqual(Object.keys(MESSAGES).sort());
	expect(Object.keys(causes).filter((code) => !codes.includes(code))).toEqual([]);
});
