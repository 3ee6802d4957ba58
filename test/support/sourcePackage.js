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
	write(path.join(folder, 'package.json'), fs.readFileSync(path.join(checkout, 'package.json')));
	for (const root of ['nodes', 'credentials']) {
		for (const name of fs.readdirSync(path.join(checkout, root), { recursive: true })) {
			const source = path.join(checkout, root, String(name));
			if (!fs.statSync(source).isFile()) continue;
			const target = path.join(folder, 'dist', root, String(name));
			if (!source.endsWith('.ts')) write(target, fs.readFileSync(source));
			else write(target.replace(/ts$/, 'js'), `module.exports = require('${source}');\n`);
		}
	}
	return folder;
}

/** Leaves what is as it has to be: another run may be reading it. @param {string} file @param {string | Buffer} content */
function write(file, content) {
	if (fs.existsSync(file) && fs.readFileSync(file).equals(Buffer.from(content))) return;
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, content);
}

module.exports = { makeSourcePackage };
