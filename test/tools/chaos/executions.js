const { itemsOf } = require('../../support/n8n/executionData');

/**
 * @typedef {object} Statement what an execution says of one recording
 * @property {string} recording
 * @property {'submitted' | 'skipped' | 'failed'} kind
 * @property {number} [jobId]
 * @property {boolean} [mayBeDuplicate]
 * @property {string} [error] message and description
 * @property {string} [code] of that error
 *
 * @typedef {ReturnType<typeof report>} ExecutionReport
 * @typedef {import('./chaos').ChaosWorld} ChaosWorld
 */

/** Of the workflows in `flows.js`. */
const SOURCES = { webhook: 'Webhook', atOnce: 'Webhook', folder: 'Read Files' };
const SUBMIT = 'Submit';

const COLUMNS =
	'e.id::text, e.status, e."workflowId", e."retryOf", e."startedAt", e."createdAt", e."stoppedAt", d.data';

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

/** @param {ChaosWorld} world @param {any} row */
function report(world, { id, status, workflowId, retryOf, ...row }) {
	const { webhook, atOnce } = world.workflows;
	/** @type {import('./plan').Way} */
	const way = workflowId === webhook ? 'webhook' : workflowId === atOnce ? 'atOnce' : 'folder';
	const data = row.data ? world.client.parseExecutionData(row.data) : undefined;
	return {
		id,
		way,
		status,
		retryOf,
		startedAt: Date.parse(row.startedAt ?? row.createdAt),
		stoppedAt: Date.parse(row.stoppedAt),
		/** That it is about. */
		recordings: [...new Set(String(row.data).match(/chaos-\d+-\w+-\d{4}/g))],
		/** None where it crashed. */
		statements: data ? statementsOf(data, way) : [],
		/** Of the whole execution. */
		error: textOf(data?.resultData.error),
		/** The jobs that it created and left to those of another execution, as its hints name them. */
		leftOver: (data?.resultData.runData?.[SUBMIT] ?? [])
			.flatMap(({ hints = [] }) => hints.map(({ message }) => message.match(/\d+/g) ?? []))
			.flat()
			.map(Number),
	};
}

/**
 * @param {import('../../support/n8n/executionData').ExecutionData} data
 * @param {import('./plan').Way} way
 * @returns {Statement[]}
 */
function statementsOf(data, way) {
	if (!data.resultData.runData) return [];
	const sources = itemsOf(data, SOURCES[way]);
	const error = /** @type {any} */ (data.resultData.runData[SUBMIT]?.at(-1)?.error);
	if (error !== undefined && way !== 'folder') {
		const failed = outcomeOf({ json: {}, error });
		return sources.map((source) => ({ recording: recordingOf(source), ...failed }));
	}
	if (error !== undefined || !data.resultData.runData[SUBMIT]) return [];
	const outputs = new Map(itemsOf(data, SUBMIT).map((output) => [sourceOf(output), output]));
	return sources.map((source, index) => {
		const output = outputs.get(index);
		/** @type {Omit<Statement, 'recording'>} */
		const outcome = output ? outcomeOf(output) : { kind: 'skipped' };
		return { recording: recordingOf(source), ...outcome };
	});
}

/** @param {import('n8n-workflow').INodeExecutionData} output */
function sourceOf({ pairedItem }) {
	const [paired] = [pairedItem ?? 0].flat();
	return typeof paired === 'number' ? paired : paired.item;
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
		/** @type {any} */
		const { description, code, context } = json.details ?? error ?? {};
		const message = typeof json.error === 'string' ? json.error : error?.message;
		return { kind: 'failed', error: textOf({ message, description }), code: context?.code ?? code };
	}
	const mayBeDuplicate = json.possible_duplicate === true;
	return { kind: 'submitted', jobId: Number(json.job_id), mayBeDuplicate };
}

/** Its message, which ends as a sentence where a description follows. @param {any} [error] @returns {string | undefined} */
function textOf(error) {
	if (!error) return undefined;
	const { message = '', description } = error;
	return description ? `${message.replace(/[^.!?…]$/, '$&.')} ${description}` : message;
}

module.exports = { readExecutions };
