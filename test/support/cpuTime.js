/** How long this process computes for some work, ms: unlike the time that passes, no other process makes it longer. @param {() => unknown} work */
function cpuMs(work) {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

module.exports = { cpuMs };
