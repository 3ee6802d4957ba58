const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { projects, ...base } = /** @type {any} */ (require('../../jest.config'));

/**
 * Makes a package that n8n loads as any other, but whose modules are the TypeScript sources: for the
 * engine's tests, so that what they cover and what the unit tests cover adds up.
 * @returns {string} its folder
 */
function makeSourcePackage() {
	const folder = path.join(checkout, '.runtime/source-package');
	fs.rmSync(folder, { recursive: true, force: true });
	fs.cpSync(path.join(checkout, 'nodes'), path.join(folder, 'dist/nodes'), {
		recursive: true,
		filter: (file) => !file.endsWith('.ts'),
	});
	fs.copyFileSync(path.join(checkout, 'package.json'), path.join(folder, 'package.json'));
	for (const root of ['nodes', 'credentials']) {
		for (const file of fs.readdirSync(path.join(checkout, root), { recursive: true })) {
			if (!String(file).endsWith('.ts')) continue;
			const source = path.join(checkout, root, String(file));
			const target = path.join(folder, 'dist', root, String(file).replace(/ts$/, 'js'));
			fs.mkdirSync(path.dirname(target), { recursive: true });
			fs.writeFileSync(target, `module.exports = require(${JSON.stringify(source)});\n`);
		}
	}
	return folder;
}

process.env.N8N_NODES_VERBIT_PACKAGE = makeSourcePackage();

const tsconfig = '<rootDir>/test/tools/quality/tsconfig.coverage.json';

/**
 * For `npm run coverage`: which branches of the TypeScript sources the unit tests and the engine's tests run, together, as
 * Istanbul counts them. The report with every line is in coverage/index.html.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	projects: projects
		.filter((/** @type {any} */ { displayName }) => ['unit', 'engine'].includes(displayName))
		.map((/** @type {any} */ project) => ({
			...project,
			transform: { '^.+\\.ts$': ['ts-jest', { tsconfig }] },
		})),
	collectCoverage: true,
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: '<rootDir>/coverage',
	coverageReporters: ['text-summary', 'html'],
	coverageThreshold: { global: { branches: 95 } },
};
