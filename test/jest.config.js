/** Unit and engine tests run on the TypeScript sources or on the built package; see test/README.md. */
const typescript = {
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json', isolatedModules: true }] },
};

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '..',
	projects: [
		{
			displayName: 'unit',
			rootDir: '..',
			testMatch: ['<rootDir>/test/unit/**/*.test.js'],
			...typescript,
		},
		{
			displayName: 'emulator',
			rootDir: '..',
			testMatch: ['<rootDir>/test/emulator/**/*.test.js'],
		},
		{
			displayName: 'engine',
			rootDir: '..',
			testMatch: ['<rootDir>/test/engine/**/*.test.js'],
		},
		{
			displayName: 'e2e',
			rootDir: '..',
			testMatch: ['<rootDir>/test/e2e/**/*.test.js'],
		},
	],
};
