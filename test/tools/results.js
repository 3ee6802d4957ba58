const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { checkout } = require('../support/setup/paths');
const { table } = require('./docs/markdown');

const PAGE = path.join(checkout, 'docs/maintainers/results.md');

const COLOURS = { good: '#2f855a', other: '#a0aec0', open: '#d69e2e', bad: '#c53030' };

/**
 * @typedef {{ value: number, colour: keyof typeof COLOURS }} Part
 * @typedef {{ label: string, text: string, parts: Part[] }} Bar `text` stands behind it
 * @typedef {{ heading: string, bars: Bar[] }} Group of bars that share a scale
 */

const [LEFT, WIDTH, ROW] = [330, 380, 26];

/** A picture of horizontal bars. @param {Group[]} groups */
function picture(groups) {
	/** @type {string[]} */
	const shapes = [];
	let y = 10;
	/** @param {number} x @param {string} text @param {string} [more] */
	const write = (x, text, more = '') =>
		shapes.push(
			`<text x="${x.toFixed(1)}" y="${y + 16}" ${more}>${text.replaceAll('&', '&amp;')}</text>`,
		);
	for (const { heading, bars } of groups) {
		write(10, heading, 'font-weight="bold"');
		y += ROW;
		const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
		for (const { label, text, parts } of bars) {
			write(LEFT - 10, label, 'text-anchor="end"');
			let x = LEFT;
			for (const { value, colour } of parts) {
				const width = (value / Math.max(...sums)) * WIDTH;
				shapes.push(
					`<rect x="${x.toFixed(1)}" y="${y + 3}" width="${width.toFixed(1)}" height="18" fill="${COLOURS[colour]}"/>`,
				);
				x += width;
			}
			write(x + 8, text);
			y += ROW;
		}
		y += ROW / 2;
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="${y}" font-family="sans-serif" font-size="14"><rect width="860" height="${y}" fill="#fff"/>\n${shapes.join('\n')}\n</svg>\n`;
}

/** What a run was on: to be called when it is over. @param {Date} begun @param {import('../support/setup/n8n').N8nInstall} n8n */
function measuredOn(begun, { version }) {
	const git = (/** @type {string} */ command) =>
		execFileSync('git', command.split(' '), { cwd: checkout, encoding: 'utf8' }).trim();
	// The run before it may have put its figures into the docs.
	const isChanged = git('status --porcelain --untracked-files=no -- . :!docs') !== '';
	const commit = `${git('rev-parse --short HEAD')}${isChanged ? '-dirty' : ''}`;
	const cpus = os.cpus();
	const minutes = Math.round((Date.now() - Number(begun)) / 60_000);
	return `Measured with n8n ${version} at commit ${commit}, on ${cpus[0]?.model}, ${cpus.length} cores, from ${begun.toISOString().slice(0, 16)} UTC, in ${minutes} minutes, with a load of ${os.loadavg()[0].toFixed(1)} at its end.`;
}

/**
 * Prints a result and, where it is one for others, puts it into the page of results with its picture.
 * @param {string} name of the command
 * @param {{ rows: Array<Record<string, string | number>>, groups: Group[], measured: string, isForOthers: boolean }} result
 */
function tellResult(name, { rows, groups, measured, isForOthers }) {
	const text = `${table(rows)}\n\n${measured}`;
	console.log(text);
	if (!isForOthers) return;
	fs.writeFileSync(path.join(checkout, `docs/images/${name}.svg`), picture(groups));
	const [before, rest] = fs.readFileSync(PAGE, 'utf8').split(`<!-- ${name} -->`);
	const after = rest.slice(rest.indexOf('<!-- end -->'));
	fs.writeFileSync(PAGE, `${before}<!-- ${name} -->\n\n${text}\n\n${after}`);
}

module.exports = { measuredOn, tellResult };
