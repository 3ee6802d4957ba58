const path = require('node:path');

// Far from UTC, so that a time which is read in the wrong zone shows.
process.env.TZ = 'Asia/Kathmandu';

// The tests go nowhere beyond this machine, and some have a proxy of their own.
for (const name of Object.keys(process.env)) {
	if (/^(https?|all|no)_proxy$/i.test(name)) delete process.env[name];
}

const rootDir = path.resolve(__dirname, '..');

/** Without them jest would look through the installs of n8n below `.runtime`. */
const roots = ['credentials', 'nodes', 'test'].map((folder) => path.join(rootDir, folder));

/**
 * The unit tests run on the TypeScript sources; the engine tests on the package as it is built, and the end-to-end,
 * cluster and browser tests as it is packed.
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir,
	// On a busy machine a test takes many times as long. It fails for what it finds, not for that.
	testTimeout: 60_000,
	projects: [
		{
			displayName: 'unit',
			rootDir,
			roots,
			testMatch: ['<rootDir>/test/unit/**/*.test.js'],
			transform: {
				'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }],
			},
		},
		...['emulator', 'engine', 'e2e', 'cluster', 'versions', 'azure', 'browser'].map((folder) => ({
			displayName: folder,
			rootDir,
			roots,
			testMatch: [`<rootDir>/test/${folder}/**/*.test.js`],
			transform: {},
		})),
	],
};
