const path = require('node:path');

const rootDir = path.resolve(__dirname, '..');

/**
 * The unit tests run on the TypeScript sources; the engine and end-to-end tests on the package as it is built and packed.
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir,
	projects: [
		{
			displayName: 'unit',
			rootDir,
			testMatch: ['<rootDir>/test/unit/**/*.test.js'],
			transform: {
				'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }],
			},
		},
		...['emulator', 'engine', 'e2e'].map((folder) => ({
			displayName: folder,
			rootDir,
			testMatch: [`<rootDir>/test/${folder}/**/*.test.js`],
			transform: {},
		})),
	],
};
