/** @typedef {import('n8n-workflow').IRunExecutionData} ExecutionData */

/**
 * The items that a node put out in its last run.
 *
 * @param {ExecutionData} data
 * @param {string} nodeName
 * @param {number} [output]
 * @returns {import('n8n-workflow').INodeExecutionData[]}
 */
function itemsOf(data, nodeName, output = 0) {
	return data.resultData.runData[nodeName]?.at(-1)?.data?.main[output] ?? [];
}

module.exports = { itemsOf };
