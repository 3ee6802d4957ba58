/**
 * How often Wait for Completion checks a job, by the node's own rule and defaults.
 * @param {(source: string) => Record<string, any>} load gives the module of a source
 */
function waitRule(load) {
	/** @type {import('../../../nodes/Verbit/wait/nextCheck')} */
	const { nextCheckAt } = /** @type {any} */ (load('nodes/Verbit/wait/nextCheck'));
	const { options } = load('nodes/Verbit/actions/job/wait').wait.fields.at(-1);
	const { timeoutHours, pollInterval: usualInterval } = Object.fromEntries(
		options.map((/** @type {any} */ one) => [one.name, one.default]),
	);
	/** The first check is in the execution that begins the wait. @param {number} minutes that the job takes */
	return (minutes, pollInterval = Number(usualInterval)) => {
		const end = Math.min(minutes * 60, timeoutHours * 3600) * 1000;
		let checks = 1;
		// The last minute before the timeout is waited in place.
		for (let now = 0; now < end; checks++) {
			now = nextCheckAt({ pollInterval, timeoutHours, since: 0 }, now) ?? end;
		}
		return checks;
	};
}

module.exports = { waitRule };
