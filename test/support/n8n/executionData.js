/**
 * n8n stores and sends execution data in the format of the `flatted` package; the copy that this
 * n8n itself uses is the one that certainly reads it.
 *
 * @param {string} n8nFolder
 * @returns {(text: string) => ExecutionData}
 */
function createExecutionParser(n8nFolder) {
	const flatted = require(require.resolve('flatted', { paths: [n8nFolder] }));
	return (text) => flatted.parse(text);
}

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

module.exports = { createExecutionParser, itemsOf };
