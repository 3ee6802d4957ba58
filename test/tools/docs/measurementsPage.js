const fs = require('node:fs');
const path = require('node:path');
const { checkout } = require('../../support/setup/paths');
const { fill } = require('./markdown');

/**
 * The page of measurements for users: its figures are read from the pages that the tools write.
 * @returns {string}
 */
function measurementsPage() {
	const [benchmarks, chaos, scale, soak] = ['benchmarks', 'chaos', 'scale', 'soak'].map(readPage);
	const node = benchmarks('| 5 GiB | This node |');
	const http = benchmarks("| 5 GiB | n8n's HTTP Request node |");
	const of = (/** @type {string} */ way) => {
		const [, , measured] = chaos(`| Recordings with one started job and their bytes: ${way} |`);
		const [started, all] = measured.match(/\d+/g)?.map(Number) ?? [];
		const named = Number(/(\d+): [^.]*an error names/.exec(measured)?.[1] ?? 0);
		return { all, lost: all - started, named };
	};
	const webhook = of('Webhook that responds when the last node finishes');
	const folder = of('Schedule that lists a folder');
	const atOnce = of('Webhook that responds immediately');
	const first = (/** @type {string[]} */ row) => row[2].split(/[.,] /)[0];
	return fill(path.join(__dirname, 'prose/measurements.md'), {
		n8n: /Measured with n8n ([\d.]+)/.exec(linesOf('benchmarks').join('\n'))?.[1] ?? '',
		memory: node[7],
		memoryHttp: http[7],
		memoryOldNode: benchmarks('| 5 GiB | This node, on Node.js before 22 |')[7],
		timeShare: `${Math.round(100 * parseFloat(node[5]))} %`,
		linkShare: benchmarks('| Share of a link of 1 Gbit/s |')[2],
		webhook: webhook.all,
		webhookLost: webhook.lost,
		folder: folder.all,
		folderLost: folder.lost,
		lost: webhook.lost + folder.lost,
		named: webhook.named + folder.named,
		atOnce: atOnce.all,
		atOnceLost: atOnce.lost,
		all: webhook.all + folder.all + atOnce.all,
		twice: linesOf('chaos').filter((line) => /\| started jobs: ([2-9]|\d\d)/.test(line)).length,
		soak: first(soak('| Recordings with one started job and their bytes |')),
		workersSlow: first(scale('| Recordings a minute of 2 workers beside 1, while Verbit')),
		workersBusy: first(scale('| Recordings a minute of 2 workers beside 1, all on')),
	});
}

/** @param {string} name */
const linesOf = (name) =>
	fs.readFileSync(path.join(checkout, `docs/maintainers/${name}.md`), 'utf8').split('\n');

/** @param {string} name @returns {(beginning: string) => string[]} the cells of the first row that begins so */
function readPage(name) {
	return (beginning) => {
		const row = linesOf(name).find((line) => line.startsWith(beginning));
		if (row === undefined) throw new Error(`${name}.md has no row ${beginning}`);
		return row.slice(2, -2).split(' | ');
	};
}

module.exports = { measurementsPage };
