/** Loaded into n8n's process: measures the delay of its event loop while a PUT is under way, and writes it down after each. */
const diagnostics = require('node:diagnostics_channel');
const { writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const RESOLUTION_MS = 5;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let underWay = 0;

/** What is recorded is the time between two turns, so that a loop without any delay shows the resolution. @param {number} ns */
const delay = (ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS);

diagnostics.subscribe('http.client.request.created', (message) => {
	const { request } = /** @type {{ request: import('node:http').ClientRequest }} */ (message);
	if (request.method !== 'PUT') return;
	if (underWay++ === 0) histogram.enable();
	request.once('close', () => {
		if (--underWay === 0) histogram.disable();
		const [p50, p99] = [50, 99].map((part) => delay(histogram.percentile(part)));
		const delays = { p50, p99, max: delay(histogram.max) };
		writeFileSync(String(process.env.LOOP_REPORT), JSON.stringify(delays));
	});
});
