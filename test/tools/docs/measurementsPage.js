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
	const webhook = chaos('| Webhook that responds when the last node finishes |');
	const folder = chaos('| Schedule that lists a folder |');
	const atOnce = chaos('| Webhook that responds immediately |');
	const sum = (/** @type {number} */ column) =>
		[webhook, folder, atOnce].reduce((total, row) => total + Number(row[column]), 0);
	if (folder[4] !== '0') throw new Error('Say how many recordings of a schedule were lost');
	const first = (/** @type {string[]} */ row) => row[2].split(/[.,] /)[0];
	return fill(path.join(__dirname, 'prose/measurements.md'), {
		n8n: benchmarks('| n8n |')[1].split(',')[0],
		memory: node[7],
		memoryHttp: http[7],
		memoryOldNode: benchmarks('| 5 GiB | This node, on Node.js before 22 |')[7],
		timeRatio: node[5],
		linkShare: benchmarks('| Share of a link of 1 Gbit/s |')[2],
		webhook: webhook[1],
		webhookLost: webhook[5],
		webhookNamed: webhook[7],
		folder: folder[1],
		atOnce: atOnce[1],
		atOnceLost: atOnce[6],
		all: sum(1),
		twice: sum(3),
		soak: first(soak('| Recordings with one started job and their bytes |')),
		workersSlow: first(scale('| Recordings a minute of 2 workers beside 1, while Verbit')),
		workersBusy: first(scale('| Recordings a minute of 2 workers beside 1, all on')),
	});
}

/** @param {string} name @returns {(beginning: string) => string[]} the cells of the first row that begins so */
function readPage(name) {
	const file = path.join(checkout, `docs/maintainers/${name}.md`);
	const lines = fs.readFileSync(file, 'utf8').split('\n');
	return (beginning) => {
		const row = lines.find((line) => line.startsWith(beginning));
		if (row === undefined) throw new Error(`${name}.md has no row ${beginning}`);
		return row.slice(2, -2).split(' | ');
	};
}

module.exports = { measurementsPage };
