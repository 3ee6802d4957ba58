const { projects, ...base } = /** @type {any} */ (require('../../jest.config'));

const unit = projects.find((/** @type {any} */ { displayName }) => displayName === 'unit');

/**
 * For `npm run mutation`.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	...unit,
	testMatch: [`<rootDir>/test/${process.env.MUTATION_TESTS}.test.js`],
};
