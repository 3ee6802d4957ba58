const path = require('node:path');
const { PACKAGE_FOLDER } = require('./engine');

const { IdLog } = require(path.join(PACKAGE_FOLDER, 'dist/nodes/Verbit/externalId/idLog.js'));

/** Options of a job that ends at once, and of one that is waited for. */
const SOON = { finishIn: 0, timeoutHours: 0.05, pollInterval: 1 };
const LONG = { timeoutHours: 48 };

const MINUTE_MS = 60_000;

const { now: realNow } = Date;

/**
 * The time of all executions. Those that were at work hang meanwhile: with the clock ahead, each would give its next sign of
 * life within a quarter of a second, and be alive again for whoever looks later. `jest.restoreAllMocks` undoes it.
 * @param {number} minutes later than it is by then, also where it was moved before
 */
function passTime(minutes) {
	jest.spyOn(IdLog.prototype, 'writeAlive').mockResolvedValue(undefined);
	const ahead = Date.now() - realNow() + minutes * MINUTE_MS;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
}

module.exports = { LONG, MINUTE_MS, passTime, SOON };
