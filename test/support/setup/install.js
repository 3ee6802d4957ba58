const { hash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { npm } = require('./command');
const { ensure } = require('./ensure');
const { runtime } = require('./paths');

const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * Installs npm packages in a folder of their own below `.runtime`, once for each manifest and lock file. The folder's
 * name ends with their fingerprint: clones with different ones can share one `.runtime`.
 * @template [T=undefined]
 * @param {{ name: string, title: string, manifest: object, lock?: string, flags?: string[], beside?: () => Promise<T>, finish?: (folder: string, found: T) => Promise<void> }} install
 *   `lock` is the text of a package-lock.json, `beside` what is done at the same time, and `finish` what is left to do after both
 * @returns {Promise<string>} the folder with `node_modules`
 */
async function ensureInstalled({ name, title, manifest, lock = '', flags = [], beside, finish }) {
	const text = JSON.stringify({ private: true, ...manifest }, null, '\t');
	const folder = path.join(runtime, `${name}-${hash('sha256', text + lock).slice(0, 8)}`);
	await ensure(
		{
			title,
			stampFile: path.join(folder, 'complete'),
			state: () => text,
		},
		async () => {
			// npm takes a package that an interrupted install left half-written for a complete one.
			fs.rmSync(folder, { recursive: true, force: true });
			fs.mkdirSync(folder, { recursive: true });
			fs.writeFileSync(path.join(folder, 'package.json'), text);
			if (lock) fs.writeFileSync(path.join(folder, 'package-lock.json'), lock);
			const command = [lock ? 'ci' : 'install', ...FLAGS, ...flags];
			const [found] = await Promise.all([beside?.(), npm(command, { cwd: folder })]);
			await finish?.(folder, /** @type {T} */ (found));
		},
	);
	return folder;
}

module.exports = { ensureInstalled };
