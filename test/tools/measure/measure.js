const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { originNow } = require('../../support/origin');
const { checkout } = require('../../support/setup/paths');
const { step } = require('../../support/setup/progress');
const { readOptions, runCommand } = require('../command');
const { plain, table } = require('../docs/markdown');

/** Of all pages that hold figures. Their words are written by hand. */
const FOLDER = path.join(checkout, 'docs/maintainers');

/**
 * @typedef {import('../docs/markdown').Row} Row
 * @typedef {Record<string, string | Row[]>} Sections texts and tables by the names of their sections
 * @typedef {<T>(title: string, work: () => Promise<T>) => Promise<T | undefined>} Attempt what fails costs its own figure alone
 */

/**
 * A command that measures a real n8n, and writes what it found into a page. With `--quick` it measures little, only to show
 * that everything works, and prints it.
 * @template T how much is measured
 * @param {string} page @param {{ full: T, quick: T }} scopes
 * @param {() => (scope: T, attempt: Attempt) => Promise<Sections>} load what measures: called when all is set up
 */
function runMeasurement(page, { full, quick }, load) {
	const options = readOptions({ quick: { type: 'boolean', default: false } });
	runCommand(async ({ n8n }) => {
		const origin = originNow();
		/** @type {Row[]} */
		const leftOut = [];
		/** @type {Attempt} */
		const attempt = async (title, work) =>
			await step(title, work).catch(({ message }) => {
				leftOut.push({ What: title, Why: plain(message) });
				return undefined;
			});
		const figures = await load()(options.quick ? quick : full, attempt);
		const sections = { 'measured on': measuredOn(origin, n8n), ...figures, 'left out': leftOut };
		writeSections(page, sections, options.quick);
	});
}

/** @param {string | Row[]} figures @param {import('../docs/markdown').TableOptions} [options] */
const textOf = (figures, options) =>
	Array.isArray(figures) ? table(figures, { ifEmpty: 'Nothing.', ...options }) : figures;

/**
 * Writes figures into the sections of a page: each lies between two comments with its name.
 * @param {string} name of the page @param {Sections} sections @param {boolean} [isPrinted] instead: figures that mean nothing
 */
function writeSections(name, sections, isPrinted = false) {
	const file = path.join(FOLDER, name);
	let page = fs.readFileSync(file, 'utf8');
	for (const [section, figures] of Object.entries(sections)) {
		const place = new RegExp(`(?<=<!-- ${section} -->).*?(?=<!-- end of ${section} -->)`, 's');
		if (!place.test(page)) throw new Error(`${file} has no section ${section}`);
		page = page.replace(place, () => `\n\n${textOf(figures)}\n\n`);
		if (isPrinted) console.log(`\n${section}\n\n${textOf(figures, { isPadded: true })}`);
	}
	if (isPrinted) return;
	fs.writeFileSync(file, page);
	console.log(`\nWritten to ${file}`);
}

/** A figure for a table. @param {number | undefined} value @param {string} [unit] @param {number} [digits] */
const show = (value = NaN, unit = '', digits = 2) =>
	Number.isNaN(value) ? '–' : `${value.toFixed(digits)}${unit}`;

/**
 * A row of a table of aims.
 * @param {string} What @param {number | undefined} measured @param {'≤' | '≥' | '='} sign @param {number | undefined} limit
 * @param {string} [unit] @param {number} [digits]
 */
function aim(What, measured = NaN, sign, limit = NaN, unit = '', digits = unit ? 2 : 0) {
	const isReached = { '≤': measured <= limit, '≥': measured >= limit, '=': measured === limit };
	const Reached = isReached[sign] ? 'yes' : '**no**';
	return {
		What,
		Aim: `${sign} ${show(limit, unit, digits)}`,
		Measured: show(measured, unit, digits),
		Reached: Number.isNaN(measured + limit) ? 'not measured' : Reached,
	};
}

/** A row of an aim that all of them are to reach. @param {string} What @param {number} count @param {number} all @param {string[]} why others don't */
const aimAll = (What, count, all, ...why) => ({
	What,
	Aim: 'all',
	Measured: [`${count} of ${all}`, ...why].join('. '),
	Reached: count === all ? 'yes' : '**no**',
});

/** @param {import('../../support/origin').Origin} origin before the run @param {import('../../support/setup/n8n').N8nInstall} n8n */
function measuredOn({ commit, cpu, date, load }, n8n) {
	const node = execFileSync(n8n.node, ['--version'], { encoding: 'utf8' }).trim();
	return [
		`Measured with n8n ${n8n.version} on Node.js ${node}, at commit ${commit}, on ${cpu}`,
		`and ${show(os.totalmem() / 2 ** 30, ' GiB', 1)} of memory, from ${date.slice(0, 16).replace('T', ' ')} UTC,`,
		`in ${Math.round((Date.now() - Date.parse(date)) / 60_000)} minutes. The load was ${show(load, '', 1)}`,
		`before the run and ${show(os.loadavg()[0], '', 1)} at its end, the run's own included.`,
	].join(' ');
}

module.exports = { aim, aimAll, measuredOn, plain, runMeasurement, show, writeSections };
