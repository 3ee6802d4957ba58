/**
 * @typedef {object} Statement what an execution says of one recording
 * @property {string} recording
 * @property {'submitted' | 'skipped' | 'failed'} kind
 * @property {number} [jobId]
 * @property {boolean} [mayBeDuplicate]
 * @property {string} [error] message and description
 *
 * @typedef {object} ExecutionReport
 * @property {string} id
 * @property {import('./plan').Way} way
 * @property {string} status
 * @property {string | null} retryOf
 * @property {boolean} isRetried whether a retry of it has succeeded
 * @property {number} startedAt ms since 1970
 * @property {number} stoppedAt
 * @property {string[]} recordings that it is about
 * @property {Statement[]} statements nothing where it crashed
 * @property {string} [error] of the whole execution
 */

/** @typedef {import('./world').ChaosWorld} ChaosWorld */

/** Of the workflows in `flows.js`. */
const SOURCES = { webhook: 'Webhook', atOnce: 'Webhook', folder: 'Read Files' };
const SUBMIT = 'Submit';

const COLUMNS =
	'e.id::text, e.status, e."workflowId", e."retryOf", e."retrySuccessId", e."startedAt", e."createdAt", e."stoppedAt", d.data';

/**
 * All executions of a run as n8n's database has them.
 * @param {ChaosWorld} world
 * @returns {Promise<ExecutionReport[]>} in their order
 */
async function readExecutions(world) {
	const rows = await world.queue.postgres.query(
		`select ${COLUMNS} from execution_entity e left join execution_data d on d."executionId" = e.id order by e.id`,
	);
	return rows.map((row) => report(world, row));
}

/**
 * @param {ChaosWorld} world
 * @param {any} row
 * @returns {ExecutionReport}
 */
function report(world, { id, status, workflowId, retryOf, retrySuccessId, ...row }) {
	const { webhook, atOnce } = world.workflows;
	const way = workflowId === webhook ? 'webhook' : workflowId === atOnce ? 'atOnce' : 'folder';
	const data = row.data ? world.client.parseExecutionData(row.data) : undefined;
	return {
		id,
		way,
		status,
		retryOf,
		isRetried: retrySuccessId !== null,
		startedAt: Date.parse(row.startedAt ?? row.createdAt),
		stoppedAt: Date.parse(row.stoppedAt),
		recordings: [...new Set(String(row.data).match(/chaos-\d+-\w+-\d{4}/g))],
		statements: data ? statementsOf(data, way) : [],
		error: textOf(data?.resultData.error),
	};
}

/**
 * @param {import('../../support/n8n/executionData').ExecutionData} data
 * @param {import('./plan').Way} way
 * @returns {Statement[]}
 */
function statementsOf(data, way) {
	const { runData = {} } = data.resultData;
	const sources = runData[SOURCES[way]]?.at(-1)?.data?.main[0] ?? [];
	const run = runData[SUBMIT]?.at(-1);
	const outputs = run?.data?.main[0] ?? [];
	if (run?.error !== undefined && way !== 'folder') {
		return sources.map((source) => ({
			recording: recordingOf(source),
			kind: 'failed',
			error: textOf(run.error),
		}));
	}
	return outputs.map((output) => {
		const [paired] = [output.pairedItem ?? 0].flat();
		const index = typeof paired === 'number' ? paired : paired.item;
		return { recording: recordingOf(sources[index]), ...outcomeOf(output) };
	});
}

/** @param {import('n8n-workflow').INodeExecutionData} item */
function recordingOf({ json, binary }) {
	const { body } = /** @type {{ body?: { external_id: string } }} */ (json);
	return body?.external_id ?? String(binary?.data.fileName).replace('.wav', '');
}

/**
 * @param {import('n8n-workflow').INodeExecutionData} item
 * @returns {Omit<Statement, 'recording'>}
 */
function outcomeOf({ json, error }) {
	if (json.error !== undefined || error !== undefined) {
		const details = /** @type {{ description?: string }} */ (json.details ?? error ?? {});
		const message = typeof json.error === 'string' ? json.error : error?.message;
		return { kind: 'failed', error: `${message} ${details.description ?? ''}` };
	}
	if (json.skipped === true) return { kind: 'skipped' };
	return {
		kind: 'submitted',
		jobId: Number(json.job_id),
		mayBeDuplicate: json.possible_duplicate === true,
	};
}

/** @param {any} error */
function textOf(error) {
	return error ? `${error.message ?? ''} ${error.description ?? ''}`.trim() : undefined;
}

module.exports = { readExecutions };
