const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { table } = require('../docs/markdown');

const PAGE = path.join(checkout, 'docs/maintainers/quality.md');

/** @param {number} part @param {number} whole */
const share = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;

/** Of Istanbul's summary. @param {Record<string, Record<string, { covered: number, total: number }>>} summary */
function coverageTable({ total }) {
	return table(
		['branches', 'statements', 'functions', 'lines'].map((kind) => ({
			What: kind,
			Covered: `${total[kind].covered} of ${total[kind].total}`,
			Share: share(total[kind].covered, total[kind].total),
		})),
	);
}

/** How a mutant can end that a test has noticed. */
const NOTICED = ['Killed', 'Timeout'];

/** What counts: not what could not be run at all. */
const COUNTED = [...NOTICED, 'Survived', 'NoCoverage'];

/**
 * Of Stryker's reports.
 * @param {Array<{ folder: string, files: Record<string, { mutants: Array<{ status: string }> }> }>} reports
 */
function mutationTable(reports) {
	const row = (/** @type {string} */ name, /** @type {typeof reports} */ of) => {
		const mutants = of
			.flatMap(({ files }) => Object.values(files))
			.flatMap((file) => file.mutants)
			.filter(({ status }) => COUNTED.includes(status));
		const noticed = mutants.filter(({ status }) => NOTICED.includes(status));
		return {
			Folder: name,
			Mutants: String(mutants.length),
			Noticed: String(noticed.length),
			Share: share(noticed.length, mutants.length),
		};
	};
	return table([
		...reports.map((report) => row(`\`nodes/Verbit/${report.folder}\``, [report])),
		row('all', reports),
	]);
}

/**
 * Writes figures and their date into a section of the page, which is otherwise written by hand.
 * @param {'coverage' | 'mutation'} name
 * @param {string} text
 */
function writeSection(name, text) {
	const page = fs.readFileSync(PAGE, 'utf8');
	const section = new RegExp(`(?<=<!-- ${name} -->).*?(?=<!-- end of ${name} -->)`, 's');
	if (!section.test(page)) throw new Error(`docs/maintainers/quality.md has no section ${name}`);
	const date = new Date().toISOString().slice(0, 10);
	const written = `\n\nMeasured on ${date}.\n\n${text}\n\n`;
	fs.writeFileSync(
		PAGE,
		page.replace(section, () => written),
	);
}

module.exports = { coverageTable, mutationTable, writeSection };
