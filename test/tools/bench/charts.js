const fs = require('node:fs');
const path = require('node:path');
const { MIB } = require('./machine');
const { bytes } = require('./tables');
const { TITLES } = require('./ways');

const WIDTH = 560;
/** Distinguishable with any colour vision, and in the order of `TITLES`. */
const COLOURS = ['#0072b2', '#56b4e9', '#d55e00', '#009e73', '#999999', '#444444', '#cc79a7'];
const WAYS = Object.values(TITLES);

/** The same way has the same colour in both. */
const colour = {
	field: 'way',
	type: 'nominal',
	scale: { domain: WAYS, range: COLOURS },
};

const base = {
	$schema: 'https://vega.github.io/schema/vega-lite/v6.json',
	// A theme of the page is not known to an image.
	background: 'white',
	padding: 12,
	config: { view: { stroke: null }, font: 'sans-serif' },
};

/** @param {import('./scope').Upload[]} uploads */
function memoryChart(uploads) {
	const values = uploads
		.filter(({ peak }) => !Number.isNaN(peak))
		.map(({ size, way, peak }) => ({
			way: TITLES[way],
			size: size / MIB,
			// A logarithm has no place for less.
			memory: Math.max(1, peak / MIB),
		}));
	const sizes = [...new Set(values.map(({ size }) => size))];
	const labels = sizes.map((size) => `datum.value == ${size} ? '${bytes(size * MIB)}' : `).join('');
	return {
		...base,
		title: 'Peak memory above idle, by file size (MiB, both axes logarithmic)',
		width: WIDTH,
		height: 320,
		data: { values },
		mark: { type: 'line', point: { size: 50 }, strokeWidth: 2.5 },
		encoding: {
			x: {
				field: 'size',
				type: 'quantitative',
				scale: { type: 'log', base: 2 },
				axis: { title: 'File', values: sizes, labelExpr: `${labels}datum.label`, grid: false },
			},
			y: {
				field: 'memory',
				type: 'quantitative',
				scale: { type: 'log', domainMin: 1 },
				axis: { title: 'MiB', values: [1, 4, 16, 64, 256, 1024, 4096], format: 'd' },
			},
			color: { ...colour, legend: { title: null, orient: 'bottom', columns: 2, labelLimit: 300 } },
		},
	};
}

/** A panel for each size, with a scale of its own. @param {import('./scope').Upload[]} uploads */
function timeChart(uploads) {
	const uploaded = uploads.filter(({ ms, size }) => !Number.isNaN(ms) && size >= 64 * MIB);
	const sizes = [...new Set(uploaded.map(({ size }) => size))];
	return {
		...base,
		title: { text: 'Time of one upload on loopback, by way (seconds)', anchor: 'start' },
		vconcat: sizes.map((size) => ({
			title: { text: bytes(size), anchor: 'start', fontSize: 11 },
			width: WIDTH - 120,
			data: {
				values: uploaded
					.filter((upload) => upload.size === size)
					.map(({ way, ms }) => ({ way: TITLES[way], seconds: ms / 1000 })),
			},
			encoding: {
				y: { field: 'way', type: 'nominal', sort: WAYS, axis: { title: null, labelLimit: 300 } },
				x: { field: 'seconds', type: 'quantitative', axis: { title: null, tickCount: 5 } },
			},
			layer: [
				{ mark: { type: 'bar', height: 14 }, encoding: { color: { ...colour, legend: null } } },
				{
					mark: { type: 'text', align: 'left', dx: 4 },
					encoding: { text: { field: 'seconds', format: '.2f' } },
				},
			],
		})),
	};
}

/**
 * @param {object} specification
 * @param {string} file
 */
async function draw(specification, file) {
	// Both are ES modules, and the types of the second can not be found from CommonJS.
	const vega = await import('vega');
	const { compile } = await import(/** @type {string} */ ('vega-lite'));
	const { spec } = compile(/** @type {any} */ (specification));
	const view = new vega.View(vega.parse(spec), { renderer: 'none' });
	fs.writeFileSync(file, `${await view.toSVG()}\n`);
}

/**
 * @param {import('./scope').Upload[]} uploads
 * @param {string} folder
 */
async function drawCharts(uploads, folder) {
	await draw(memoryChart(uploads), path.join(folder, 'memory-by-size.svg'));
	await draw(timeChart(uploads), path.join(folder, 'time-by-way.svg'));
}

module.exports = { drawCharts };
