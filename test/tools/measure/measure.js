const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { plain, table } = require('../docs/markdown');

/** Holds all figures. Its words are written by hand. */
const PAGE = path.join(checkout, 'docs/maintainers/results.md');

/**
 * @typedef {import('../docs/markdown').Row} Row
 * @typedef {Record<string, string | Row[]>} Sections texts and tables by the names of their sections
 */

/** @param {string | Row[]} figures @param {import('../docs/markdown').TableOptions} [options] */
const textOf = (figures, options) =>
	Array.isArray(figures) ? table(figures, { ifEmpty: 'Nothing.', ...options }) : figures;

/** @param {Sections} sections */
function printSections(sections) {
	for (const [section, figures] of Object.entries(sections)) {
		console.log(`\n${section}\n\n${textOf(figures, { isPadded: true })}`);
	}
}

/** Writes figures into the sections of the page: each lies between two comments with its name. @param {Sections} sections */
function writeSections(sections) {
	let page = fs.readFileSync(PAGE, 'utf8');
	for (const [section, figures] of Object.entries(sections)) {
		const place = new RegExp(`(?<=<!-- ${section} -->).*?(?=<!-- end of ${section} -->)`, 's');
		if (!place.test(page)) throw new Error(`${PAGE} has no section ${section}`);
		page = page.replace(place, () => `\n\n${textOf(figures)}\n\n`);
	}
	fs.writeFileSync(PAGE, page);
	console.log(`\nWritten to ${PAGE}`);
}

/** A figure for a table. @param {number | undefined} value @param {string} [unit] @param {number} [digits] */
const show = (value = NaN, unit = '', digits = 2) =>
	Number.isNaN(value) ? '–' : `${value.toFixed(digits)}${unit}`;

/**
 * A row of a table of targets.
 * @param {string} What @param {number | undefined} measured @param {'≤' | '≥' | '='} sign @param {number | undefined} limit
 * @param {string} [unit] @param {number} [digits]
 */
function aim(What, measured = NaN, sign, limit = NaN, unit = '', digits = unit ? 2 : 0) {
	const isMet = { '≤': measured <= limit, '≥': measured >= limit, '=': measured === limit };
	const Met = isMet[sign] ? 'yes' : '**no**';
	return {
		What,
		Target: `${sign} ${show(limit, unit, digits)}`,
		Measured: show(measured, unit, digits),
		Met: Number.isNaN(measured + limit) ? 'not measured' : Met,
	};
}

/** A row of a target that all of them are to meet. @param {string} What @param {number} count @param {number} all @param {string[]} why others don't */
const aimAll = (What, count, all, ...why) => ({
	What,
	Target: 'all',
	Measured: [`${count} of ${all}`, ...why].join('. '),
	Met: count === all ? 'yes' : '**no**',
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

module.exports = { aim, aimAll, measuredOn, plain, printSections, show, writeSections };
