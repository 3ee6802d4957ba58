#!/usr/bin/env node
/**
 * The rules of n8n's official scan for a package on this machine: `node test/e2e/officialScan.js FOLDER PATTERN…` prints what
 * they find, and exits 1 where the scan would refuse the package. The scan itself, `@n8n/scan-community-package`, takes
 * packages from the registry and their sources from GitHub. It is made of ES modules, which jest does not load.
 */
async function main() {
	const [folder, ...patterns] = process.argv.slice(2);
	// By a name that the types know nothing of: they are not published.
	const scanner = '@n8n/scan-community-package/scanner/scanner.mjs';
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(scanner);
	const result = await analyzePackage(
		folder,
		patterns.length > 0 ? patterns : SOURCE_FILE_PATTERNS,
	);
	if (!result.passed || result.message !== undefined) {
		console.log(result.message, result.details ?? '');
		process.exitCode = 1;
	}
}

main().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
