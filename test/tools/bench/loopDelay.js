/** Loaded into n8n's process: writes down the p99 of the delay of its event loop, ms, while PUTs are under way. */
const diagnostics = require('node:diagnostics_channel');
const { writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const RESOLUTION_MS = 5;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let underWay = 0;

diagnostics.subscribe('http.client.request.created', (message) => {
	const { request } = /** @type {{ request: import('node:http').ClientRequest }} */ (message);
	if (request.method !== 'PUT') return;
	if (underWay++ === 0) histogram.enable();
	request.once('close', () => {
		if (--underWay === 0) histogram.disable();
		// What is recorded is the time between two turns, so that a loop without any delay shows the resolution.
		const p99 = Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS);
		writeFileSync(String(process.env.LOOP_REPORT), String(p99));
	});
});
