const fs = require('node:fs');
const path = require('node:path');
const { MIB } = require('./machine');
const { bytes } = require('./tables');
const { TITLES } = require('./ways');

/**
 * @typedef {import('./scope').Upload} Upload
 * @typedef {Record<string, any>} Specification of Vega-Lite
 */

/** The same way has the same colour in both: distinguishable with any colour vision, and in the order of `TITLES`. */
const COLOURS = {
	domain: Object.values(TITLES),
	range: ['#0072b2', '#56b4e9', '#d55e00', '#009e73', '#999999', '#444444', '#cc79a7'],
};

/** Charts without their data; white, as a theme of the page is not known to an image. @type {Record<string, Specification>} */
const CHARTS = { memory: require('./charts/memory.json'), time: require('./charts/time.json') };

/** @param {Upload[]} uploads */
const sizesOf = (uploads) => [...new Set(uploads.map(({ size }) => size))];

/** @param {Upload[]} uploads */
function memoryChart(uploads) {
	const measured = uploads.filter(({ peak }) => !Number.isNaN(peak));
	const chart = structuredClone(CHARTS.memory);
	const values = sizesOf(measured).map((size) => size / MIB);
	const labels = values.map((size) => `datum.value == ${size} ? '${bytes(size * MIB)}' : `);
	Object.assign(chart.encoding.x.axis, { values, labelExpr: `${labels.join('')}datum.label` });
	chart.encoding.color.scale = COLOURS;
	const rows = measured.map(({ size, way, peak }) => ({
		way: TITLES[way],
		size: size / MIB,
		// A logarithm has no place for less than 1.
		memory: Math.max(1, peak / MIB),
	}));
	return { ...chart, data: { values: rows } };
}

/** A panel for each size, with a scale of its own. @param {Upload[]} uploads */
function timeChart(uploads) {
	const uploaded = uploads.filter(({ ms, size }) => !Number.isNaN(ms) && size >= 64 * MIB);
	const { vconcat, ...chart } = structuredClone(CHARTS.time);
	const [panel] = vconcat;
	panel.encoding.y.sort = COLOURS.domain;
	panel.layer[0].encoding.color.scale = COLOURS;
	const panelOf = (/** @type {number} */ size) => {
		const values = uploaded
			.filter((upload) => upload.size === size)
			.map(({ way, ms }) => ({ way: TITLES[way], seconds: ms / 1000 }));
		return { ...panel, title: { ...panel.title, text: bytes(size) }, data: { values } };
	};
	return { ...chart, vconcat: sizesOf(uploaded).map(panelOf) };
}

/** @param {Specification} specification @param {string} file */
async function draw(specification, file) {
	// Both are ES modules, and the types of the second can not be found from CommonJS.
	const vega = await import('vega');
	const { compile } = await import(/** @type {string} */ ('vega-lite'));
	const view = new vega.View(vega.parse(compile(specification).spec), { renderer: 'none' });
	fs.writeFileSync(file, `${await view.toSVG()}\n`);
}

/** @param {Upload[]} uploads @param {string} folder */
async function drawCharts(uploads, folder) {
	await draw(memoryChart(uploads), path.join(folder, 'memory-by-size.svg'));
	await draw(timeChart(uploads), path.join(folder, 'time-by-way.svg'));
}

module.exports = { drawCharts };
