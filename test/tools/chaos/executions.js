const { itemsOf } = require('../../support/n8n/executionData');

/**
 * @typedef {{ recording: string, kind: 'submitted' | 'skipped' | 'failed', jobId?: number, mayBeDuplicate?: boolean, isContinued?: boolean, error?: string,
 *   code?: string }} Statement what an execution says of one recording; `code` of the error
 * @typedef {ReturnType<typeof report>} ExecutionReport
 * @typedef {import('../../support/n8n/executionData').ExecutionData} ExecutionData
 */

/** Of the workflows in `chaos.js`. */
const SUBMIT = 'Submit';

/**
 * All executions of a run as n8n's database has them.
 * @param {import('../../cluster/supervisedQueue').SupervisedQueue} world
 * @returns {Promise<ExecutionReport[]>} in their order
 */
async function readExecutions({ queue, n8n }) {
	const rows = await queue.postgres.query(
		'select e."startedAt", e."createdAt", d.data from execution_entity e left join execution_data d on d."executionId" = e.id order by e.id',
	);
	return rows.map(({ data, ...row }) => report(row, data && n8n.client.parseExecutionData(data)));
}

/** @param {any} row @param {ExecutionData | undefined} data none where it crashed */
const report = ({ startedAt, createdAt }, data) => ({
	startedAt: Date.parse(startedAt ?? createdAt),
	statements: data?.resultData.runData ? statementsOf(data) : [],
	error: textOf(data?.resultData.error),
	/** The jobs that it created and left to those of another execution, as its hints name them. */
	leftOver: (data?.resultData.runData?.[SUBMIT] ?? [])
		.flatMap(({ hints = [] }) => hints.flatMap(({ message }) => message.match(/\d+/g) ?? []))
		.map(Number),
});

/** @param {ExecutionData} data @returns {Statement[]} */
function statementsOf(data) {
	const isFolder = 'Read Files' in data.resultData.runData;
	const sources = itemsOf(data, isFolder ? 'Read Files' : 'Webhook');
	const runs = data.resultData.runData[SUBMIT];
	const error = /** @type {any} */ (runs?.at(-1)?.error);
	// Where the whole folder failed, nothing is said of one recording.
	if (!runs || (error !== undefined && isFolder)) return [];
	const outputs = new Map(itemsOf(data, SUBMIT).map((output) => [sourceOf(output), output]));
	return sources.map((source, index) => {
		const output = error ? { json: {}, error } : outputs.get(index);
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

/** @param {import('n8n-workflow').INodeExecutionData} item @returns {Omit<Statement, 'recording'>} */
function outcomeOf({ json, error }) {
	if (json.error !== undefined || error !== undefined) {
		/** @type {any} */
		const { description, code, context } = json.details ?? error ?? {};
		const message = typeof json.error === 'string' ? json.error : error?.message;
		return { kind: 'failed', error: textOf({ message, description }), code: context?.code ?? code };
	}
	const mayBeDuplicate = json.possible_duplicate === true;
	const isContinued = json.continued === true;
	return { kind: 'submitted', jobId: Number(json.job_id), mayBeDuplicate, isContinued };
}

/** @param {any} [error] @returns {string | undefined} message, and what to do */
const textOf = (error) => error && [error.message, error.description].filter(Boolean).join(' – ');

module.exports = { readExecutions };
