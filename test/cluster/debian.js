const fs = require('node:fs');
const path = require('node:path');

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** Chromium under the names of distributions, and Chrome. The variable is that of other tools that start it. */
const BROWSERS = [
	...(process.env.CHROME_PATH ? [process.env.CHROME_PATH] : []),
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
];

/**
 * The programs that the tests of `npm run test:cluster` stand on: the Debian packages of each, and a program of each package.
 * @type {Record<'chromium' | 'postgres' | 'redis' | 'swift', Record<string, string>>}
 */
const PACKAGES = {
	chromium: { chromium: 'chromium' },
	postgres: { postgresql: 'postgres' },
	redis: { 'redis-server': 'redis-server' },
	swift: {
		'swift-proxy': 'swift-proxy-server',
		'swift-account': 'swift-account-server',
		'swift-container': 'swift-container-server',
		'swift-object': 'swift-object-server',
	},
};

const SERVICES = /** @type {Array<keyof PACKAGES>} */ (Object.keys(PACKAGES));

/** Where Debian keeps programs, also those that it leaves out of a user's search path. */
function folders() {
	const versions = fs.existsSync(POSTGRES_VERSIONS) ? fs.readdirSync(POSTGRES_VERSIONS) : [];
	const postgres = versions
		.map(Number)
		.sort((a, b) => b - a)
		.map((version) => path.join(POSTGRES_VERSIONS, String(version), 'bin'));
	const searchPath = (process.env.PATH ?? '').split(path.delimiter);
	return [...postgres, ...searchPath, '/usr/bin', '/usr/sbin'];
}

/** @param {string} name */
function findProgram(name) {
	const names = name === 'chromium' ? BROWSERS : [name];
	return names
		.flatMap((each) => folders().map((folder) => path.resolve(folder, each)))
		.find((file) => fs.existsSync(file));
}

/**
 * @param {string} name
 * @returns {string} its path
 */
function requireProgram(name) {
	const file = findProgram(name);
	if (file === undefined)
		throw new Error(
			`There is no ${name} on this machine. ${howToInstall(missingPackages(SERVICES))}`,
		);
	return file;
}

/**
 * @param {Array<keyof PACKAGES>} services
 * @returns {string[]} the Debian packages that are not there
 */
function missingPackages(services) {
	return services.flatMap((service) =>
		Object.entries(PACKAGES[service])
			.filter(([, program]) => findProgram(program) === undefined)
			.map(([name]) => name),
	);
}

/** @param {Iterable<string>} packages of Debian */
const howToInstall = (packages) =>
	`To install what is missing from Debian:\n  sudo apt-get install ${[...packages].join(' ')}`;

module.exports = {
	howToInstall,
	missingPackages,
	requireProgram,
};
