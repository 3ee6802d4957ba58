/**
 * How much is done to how many recordings.
 *
 * @typedef {object} Scope
 * @property {number} recordings half of them by webhook, half in a folder that a schedule lists
 * @property {number} chaosMs how long everything is interrupted
 * @property {number} workers
 * @property {number} scheduleSeconds between two runs of the schedule
 * @property {number} workerKills
 * @property {number} mainKills
 * @property {number} redisRestarts
 * @property {number} postgresRestarts
 * @property {number} outages of Verbit and its storage together
 * @property {number} faultBursts
 */

const MINUTE = 60_000;

/** @type {Scope} */
const FULL = {
	recordings: 1000,
	chaosMs: 6 * MINUTE,
	workers: 2,
	scheduleSeconds: 30,
	workerKills: 18,
	mainKills: 4,
	redisRestarts: 3,
	postgresRestarts: 3,
	outages: 4,
	faultBursts: 60,
};

/** For the tests. @type {Scope} */
const SHORT = {
	recordings: 100,
	chaosMs: 1.25 * MINUTE,
	workers: 2,
	scheduleSeconds: 20,
	workerKills: 4,
	mainKills: 1,
	redisRestarts: 1,
	postgresRestarts: 1,
	outages: 1,
	faultBursts: 12,
};

module.exports = { FULL, SHORT };
