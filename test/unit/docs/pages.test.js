const fs = require('node:fs');
const path = require('node:path');
const { FOLDER, makePages } = require('../../tools/docs/pages');
const { checkout } = require('../../support/setup/paths');

// The types of the whole package are resolved for it.
jest.setTimeout(60_000);

const pages = makePages((source) => require(path.join(checkout, source)));

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
