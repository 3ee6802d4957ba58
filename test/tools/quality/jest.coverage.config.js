const { projects, ...base } = /** @type {any} */ (require('../../jest.config'));

/** @param {string} name */
const project = (name) => ({
	...projects.find((/** @type {any} */ { displayName }) => displayName === name),
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tools/quality/tsconfig.coverage.json' }],
	},
});

/**
 * For `npm run coverage`: both kinds of test run the TypeScript sources here, so that what they cover adds up. Branches
 * are those of the sources, as Istanbul counts them.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	projects: [project('unit'), project('engine')],
	collectCoverage: true,
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: '<rootDir>/coverage',
	coverageReporters: ['json', 'json-summary', 'html'],
};
