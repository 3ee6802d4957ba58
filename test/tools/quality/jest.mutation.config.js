const { projects, ...base } = /** @type {any} */ (require('../../jest.config'));

const unit = projects.find((/** @type {any} */ { displayName }) => displayName === 'unit');
const tests = String(process.env.MUTATION_TESTS).split(' ');

/** For `npm run tool -- mutation`. @type {import('jest').Config} */
module.exports = {
	...base,
	...unit,
	testEnvironment: require.resolve('./environment'),
	testMatch: tests.map((name) => `<rootDir>/test/${name}.test.js`),
};
