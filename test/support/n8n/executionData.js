/** @typedef {import('n8n-workflow').IRunExecutionData} ExecutionData */

/** The items that a node put out in its last run. @param {ExecutionData} data @param {string} nodeName */
const itemsOf = (data, nodeName) => data.resultData.runData[nodeName]?.at(-1)?.data?.main[0] ?? [];

module.exports = { itemsOf };
