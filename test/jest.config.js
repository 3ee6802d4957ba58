const path = require('node:path');
const { makeSourcePackage } = require('./support/sourcePackage');

// Far from UTC, so that a time which is read in the wrong zone shows. The nightly runs take others, too.
process.env.TZ = process.env.TEST_ZONE || 'Asia/Kathmandu';

// The tests go nowhere beyond this machine, and some have a proxy of their own.
for (const name of Object.keys(process.env))
	if (/^(https?|all|no)_proxy$/i.test(name)) delete process.env[name];

const rootDir = path.resolve(__dirname, '..');

/** Without them jest would look through the installs of n8n below `.runtime`. */
const roots = ['credentials', 'nodes', 'test'].map((folder) => path.join(rootDir, folder));

/** Hands the folder on to the engine's tests, and to the processes that jest runs them in. */
process.env.N8N_NODES_VERBIT_PACKAGE = makeSourcePackage();

/** `tsc` checks the types. */
const sources = {
	'^.+\\.ts$': [
		'ts-jest',
		{ tsconfig: '<rootDir>/test/tsconfig.sources.json', transpilation: true },
	],
};

/** What relies on the HTTP client of n8n, with the axios that n8n may have next instead of its own. */
const ON_NEWEST_AXIOS = {
	// Jest's own loads all of n8n's HTTP client, so that it asks the mapper for each module.
	runtime: undefined,
	testMatch: ['http/openResponse', 'n8n/freeWhenSent', 'n8n/requestErrors'].map(
		(name) => `<rootDir>/test/unit/${name}.test.js`,
	),
	moduleNameMapper: { '^axios$': '<rootDir>/node_modules/axios/dist/node/axios.cjs' },
};

const projectOf = (/** @type {string} */ folder) => ({
	displayName: folder,
	rootDir,
	roots,
	testMatch: [`<rootDir>/test/${folder}/**/*.test.js`],
	testEnvironment: '<rootDir>/test/support/environment.js',
	runtime: '<rootDir>/test/support/runtime.js',
	setupFilesAfterEnv: ['<rootDir>/test/support/assertions.js'],
	...(folder === 'e2e' && {
		globalSetup: '<rootDir>/test/support/setup/globalSetup.js',
		globalTeardown: '<rootDir>/test/support/setup/globalTeardown.js',
	}),
	transform: ['unit', 'engine'].includes(folder) ? sources : {},
});

/**
 * The unit and engine tests run on the TypeScript sources; the end-to-end, cluster and browser tests on the package as it
 * is packed.
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir,
	// On a busy machine a test takes many times as long. It fails for what it finds, not for that.
	testTimeout: 90_000,
	// For `npm run tool -- coverage`, of the unit and engine tests together. The report with every line is in coverage/index.html.
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageReporters: ['text-summary', 'html'],
	coverageThreshold: { global: { branches: 95 } },
	projects: [
		...['unit', 'engine', 'emulator', 'e2e', 'cluster', 'versions', 'browser'].map((folder) =>
			projectOf(folder),
		),
		{ ...projectOf('unit'), displayName: 'newestAxios', ...ON_NEWEST_AXIOS },
	],
};
