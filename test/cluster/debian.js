const fs = require('node:fs');
const path = require('node:path');

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Chromium under the names of distributions, and Chrome. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The programs that the tests of `npm run test:cluster` stand on, and the Debian package of each. @type {Record<string, string>} */
const PACKAGES = {
	chromium: 'chromium',
	postgres: 'postgresql',
	'redis-server': 'redis-server',
	'swift-proxy-server': 'swift-proxy',
	'swift-account-server': 'swift-account',
	'swift-container-server': 'swift-container',
	'swift-object-server': 'swift-object',
};

/** Where Debian keeps programs, also those that it leaves out of a user's search path. */
function folders() {
	const versions = fs.existsSync(POSTGRES_VERSIONS) ? fs.readdirSync(POSTGRES_VERSIONS) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const postgres = newestFirst.map((version) => path.join(POSTGRES_VERSIONS, version, 'bin'));
	return [...postgres, ...String(process.env.PATH).split(':'), '/usr/bin', '/usr/sbin'];
}

const findProgram = (/** @type {string} */ name) =>
	(name === 'chromium' ? BROWSERS : [name])
		.flatMap((each) => folders().map((folder) => path.resolve(folder, each)))
		.find((file) => fs.existsSync(file));

const missingPackages = () =>
	Object.entries(PACKAGES)
		.filter(([name]) => findProgram(name) === undefined)
		.map(([, debianPackage]) => debianPackage);

/** @param {string} name @returns {string} its path */
function requireProgram(name) {
	const file = findProgram(name);
	if (file !== undefined) return file;
	throw new Error(
		`There is no ${name} on this machine. To install what is missing from Debian:\n  sudo apt-get install ${missingPackages().join(' ')}`,
	);
}

/** For `.ci/run`. */
if (require.main === module) console.log(missingPackages().join('\n'));

module.exports = { requireProgram };
