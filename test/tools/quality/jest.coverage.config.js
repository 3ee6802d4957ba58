const { projects, ...base } = /** @type {any} */ (require('../../jest.config'));

/**
 * For `npm run coverage`: which branches of the TypeScript sources the unit tests and the engine's tests run, together, as
 * Istanbul counts them. The report with every line is in coverage/index.html.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	projects: projects.filter((/** @type {any} */ { displayName }) =>
		['unit', 'engine'].includes(displayName),
	),
	collectCoverage: true,
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: '<rootDir>/coverage',
	coverageReporters: ['text-summary', 'html'],
	coverageThreshold: { global: { branches: 95 } },
};
