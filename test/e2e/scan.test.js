const { execFileSync, spawnSync } = require('node:child_process');
const { mkdirSync, mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { ensureTarball } = require('../support/setup/package');
const { checkout } = require('../support/setup/paths');

jest.setTimeout(120_000);

/**
 * The rules of n8n's official scan, which takes packages from the registry and their sources from GitHub, for a package on
 * this machine. It is made of ES modules, which jest does not load.
 */
const SCAN = `
	import * as scanner from '@n8n/scan-community-package/scanner/scanner.mjs';
	const [folder, ...patterns] = process.argv.slice(1);
	const files = patterns.length > 0 ? patterns : scanner.SOURCE_FILE_PATTERNS;
	const { passed, message, details = '' } = await scanner.analyzePackage(folder, files);
	if (message !== undefined) console.log(message, details);
	process.exitCode = passed && message === undefined ? 0 : 1;
`;

/** What the scan says of a folder: nothing where it would let the package pass. @param {string[]} args */
function scan(...args) {
	// With jest's NODE_ENV the plugin takes every file for one of its own tests.
	const { NODE_ENV: _ofJest, ...env } = process.env;
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		['--input-type=module', '--eval', SCAN, ...args],
		{ cwd: checkout, encoding: 'utf8', env },
	);
	return { status, output: `${stdout}${stderr}` };
}

const PASSED = { status: 0, output: '' };

test("the sources pass n8n's official scan, which heeds no comment that switches a rule off", () => {
	expect(scan(checkout)).toEqual(PASSED);
});

test("the packed package passes n8n's official scan", async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'verbit-scan-'));
	const tarball = await ensureTarball();
	execFileSync('tar', ['xzf', tarball, '-C', folder, '--strip-components=1']);
	expect(scan(folder, '**/*.js', 'package.json')).toEqual(PASSED);
});

test('the scan finds what n8n would refuse', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'verbit-scan-'));
	mkdirSync(path.join(folder, 'nodes'));
	writeFileSync(
		path.join(folder, 'nodes/bad.js'),
		'/* eslint-disable */\nconsole.log(process.env.HOME);\n',
	);
	const { status, output } = scan(folder);
	expect(status).toBe(1);
	expect(output).toContain('no-console');
	expect(output).toContain('no-restricted-globals');
});
