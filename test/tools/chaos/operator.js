const { until } = require('../../support/until');

/**
 * Longer than n8n needs to notice what no worker has any more, and than the node waits for a starting call whose process
 * was killed: about four minutes (docs/maintainers/guarantees.md).
 */
const LIMITS = { maxMs: 330_000, pollMs: 1000 };

/** An operator retries from the list of executions, some at a time. */
const RETRIES_AT_A_TIME = 4;

/** n8n's states of an execution that is not over. */
const UNDER_WAY = "('new', 'running', 'waiting')";

/** @typedef {import('../../cluster/supervisedQueue').SupervisedQueue} World */

/** @param {string[]} workflowIds */
const isOneOf = (workflowIds) => `"workflowId" in (${workflowIds.map((id) => `'${id}'`)})`;

/** Waits until no execution of these workflows is under way, or n8n has had time enough to notice what is not. @param {World} world @param {string[]} workflowIds */
async function quiet({ queue }, workflowIds) {
	const sql = `select id from execution_entity where status in ${UNDER_WAY} and ${isOneOf(workflowIds)}`;
	const isQuiet = async () => (await queue.postgres.query(sql)).length === 0;
	await until(isQuiet, LIMITS).catch(() => undefined);
}

/**
 * What the schedule does by itself: waits for a run that began when everything was up, and ended without an error.
 * @param {World} world @param {string} workflowId @param {number} upAt ms since 1970
 * @returns {Promise<number>} runs that it took; Infinity where none succeeded
 */
async function nextScheduledRun({ queue, n8n }, workflowId, upAt) {
	const sql = `select status from execution_entity where "workflowId" = '${workflowId}' and status not in ${UNDER_WAY} and "startedAt" > to_timestamp(${upAt / 1000}) order by id`;
	const runsToSuccess = async () =>
		(await queue.postgres.query(sql)).findIndex(({ status }) => status === 'success') + 1;
	const runs = await until(runsToSuccess, LIMITS).catch(() => Infinity);
	await n8n.client.deactivate(workflowId);
	return runs;
}

/** Retries every execution that has not succeeded, once, and waits for it. n8n refuses to retry what it has no data of. @param {World} world @param {string[]} workflowIds */
async function retryFailed({ queue, n8n }, workflowIds) {
	const failed = await queue.postgres.query(
		`select id::text from execution_entity where ${isOneOf(workflowIds)} and status in ('error', 'crashed', 'canceled') and "retrySuccessId" is null and "retryOf" is null order by id`,
	);
	const waiting = failed.values();
	const work = async () => {
		for (const { id } of waiting) await n8n.client.retryExecution(id).catch(() => undefined);
	};
	await Promise.all(Array.from({ length: RETRIES_AT_A_TIME }, work));
}

module.exports = { nextScheduledRun, quiet, retryFailed };
