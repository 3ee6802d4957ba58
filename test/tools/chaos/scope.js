/** @typedef {typeof FULL} Scope how much is done to how many recordings */

const MINUTE = 60_000;

/** Of n8n. */
const WORKERS = 2;

const FULL = {
	/** Half of them in a folder that a schedule lists. */
	recordings: 1000,
	/** How long everything is interrupted. */
	chaosMs: 6 * MINUTE,
	/** How often a sender calls, which takes more than five minutes, and how long it waits for an answer. */
	senders: { maxTries: 10, answerMs: MINUTE },
	/** Between two runs of the schedule. */
	scheduleSeconds: 30,
	workerKills: 18,
	mainKills: 4,
	redisRestarts: 3,
	postgresRestarts: 3,
	/** Of Verbit and its storage together. */
	outages: 4,
	faultBursts: 60,
};

/** For the tests. @type {Scope} */
const SHORT = {
	recordings: 100,
	chaosMs: 1.25 * MINUTE,
	// Longer than n8n's processes take to start again, and to notice a dead worker.
	senders: { maxTries: 5, answerMs: MINUTE / 2 },
	scheduleSeconds: 20,
	workerKills: 4,
	mainKills: 1,
	redisRestarts: 1,
	postgresRestarts: 1,
	outages: 1,
	faultBursts: 12,
};

module.exports = { FULL, SHORT, WORKERS };
