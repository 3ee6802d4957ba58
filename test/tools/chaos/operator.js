const { until } = require('../../support/until');

/** Longer than n8n needs to notice what no worker has any more. */
const LIMITS = { maxMs: 180_000, pollMs: 1000 };

/** An operator retries from the list of executions, some at a time. */
const RETRIES_AT_A_TIME = 4;

/** n8n's states of an execution that is not over. */
const UNDER_WAY = "('new', 'running', 'waiting')";

/** @typedef {import('./chaos').ChaosWorld} ChaosWorld */

/**
 * Waits until no execution of these workflows is under way, or n8n has had time enough to notice what is not.
 * @param {ChaosWorld} world
 * @param {...import('./plan').Way} ways
 */
async function quiet({ queue, workflows }, ...ways) {
	const ids = ways.map((way) => `'${workflows[way]}'`);
	const sql = `select id from execution_entity where status in ${UNDER_WAY} and "workflowId" in (${ids})`;
	const isQuiet = async () => (await queue.postgres.query(sql)).length === 0;
	await until(isQuiet, LIMITS).catch(() => undefined);
}

/**
 * What the schedule does by itself: waits for a run that began when everything was up, and ended without an error.
 * @param {ChaosWorld} world
 * @param {number} upAt ms since 1970
 * @returns {Promise<number>} runs that it took; 0 where none succeeded
 */
async function nextScheduledRun({ queue, workflows, client }, upAt) {
	const sql = `select status from execution_entity where "workflowId" = '${workflows.folder}' and status not in ${UNDER_WAY} and "startedAt" > to_timestamp(${upAt / 1000}) order by id`;
	let runs = 0;
	const hasSucceeded = async () => {
		const ended = await queue.postgres.query(sql);
		runs = ended.findIndex(({ status }) => status === 'success') + 1;
		return runs > 0;
	};
	await until(hasSucceeded, LIMITS).catch(() => undefined);
	await client.deactivate(workflows.folder);
	return runs;
}

/**
 * Retries every execution of the webhooks' workflows that has not succeeded, once.
 * @param {ChaosWorld} world
 * @returns how many n8n retried, and which it refused: a retry of what it has no data of
 */
async function retryFailed({ queue, workflows, client }) {
	const failed = await queue.postgres.query(
		`select id::text from execution_entity where "workflowId" in ('${workflows.webhook}', '${workflows.atOnce}') and status in ('error', 'crashed', 'canceled') and "retrySuccessId" is null and "retryOf" is null order by id`,
	);
	const waiting = failed.values();
	const outcome = { retried: 0, refused: /** @type {string[]} */ ([]) };
	const work = async () => {
		for (const { id } of waiting) {
			await client.retryExecution(id).then(
				() => outcome.retried++,
				(error) => outcome.refused.push(`${id}: ${error.message}`),
			);
		}
	};
	await Promise.all(Array.from({ length: RETRIES_AT_A_TIME }, work));
	return outcome;
}

module.exports = { nextScheduledRun, quiet, retryFailed };
