const fs = require('node:fs');
const path = require('node:path');
const packageJson = require('../../../package.json');
const { checkout } = require('../../support/setup/paths');

/** Never shared: another clone has other sources. */
const folder = path.join(checkout, '.runtime/source-package');

/**
 * Makes a package that n8n loads as any other, but whose nodes and credentials are the TypeScript sources: for the
 * engine's tests under coverage.
 * @returns {string} its folder
 */
function makeSourcePackage() {
	fs.rmSync(folder, { recursive: true, force: true });
	fs.mkdirSync(folder, { recursive: true });
	fs.copyFileSync(path.join(checkout, 'package.json'), path.join(folder, 'package.json'));
	fs.cpSync(path.join(checkout, 'nodes'), path.join(folder, 'dist/nodes'), {
		recursive: true,
		filter: (file) => !file.endsWith('.ts'),
	});
	for (const file of [...packageJson.n8n.nodes, ...packageJson.n8n.credentials]) {
		const source = path.join(checkout, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
		fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
		fs.writeFileSync(
			path.join(folder, file),
			`module.exports = require(${JSON.stringify(source)});\n`,
		);
	}
	return folder;
}

module.exports = { makeSourcePackage };
