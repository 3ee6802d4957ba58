const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('./setup/paths');

/**
 * Makes a package that n8n loads as any other, but whose modules are the TypeScript sources: the engine's tests judge
 * what is there now, and what they and the unit tests cover adds up. Several runs may do so at the same time.
 * @returns {string} its folder
 */
function makeSourcePackage() {
	const folder = path.join(checkout, '.runtime/source-package');
	/** @type {Map<string, string | Buffer>} */
	const wanted = new Map();
	for (const root of ['nodes', 'credentials']) {
		for (const name of fs.readdirSync(path.join(checkout, root), { recursive: true })) {
			const source = path.join(checkout, root, String(name));
			if (!fs.statSync(source).isFile()) continue;
			const target = path.join(folder, 'dist', root, String(name));
			if (!source.endsWith('.ts')) wanted.set(target, fs.readFileSync(source));
			else wanted.set(target.replace(/ts$/, 'js'), `module.exports = require('${source}');\n`);
		}
	}
	wanted.set(
		path.join(folder, 'package.json'),
		fs.readFileSync(path.join(checkout, 'package.json')),
	);
	for (const [file, content] of wanted) {
		if (fs.existsSync(file) && fs.readFileSync(file).equals(Buffer.from(content))) continue;
		fs.mkdirSync(path.dirname(file), { recursive: true });
		fs.writeFileSync(file, content);
	}
	for (const name of fs.readdirSync(folder, { recursive: true })) {
		const file = path.join(folder, String(name));
		// What a file of the checkout that is gone has left.
		if (!wanted.has(file) && fs.statSync(file, { throwIfNoEntry: false })?.isFile()) {
			fs.rmSync(file, { force: true });
		}
	}
	return folder;
}

module.exports = { makeSourcePackage };
