/** What a call returns, or the code, message and remedies with which it refuses. @param {() => unknown} call */
function outcomeOf(call) {
	try {
		return call();
	} catch (error) {
		const { code, remedies } = /** @type {any} */ (error).details;
		return [`${code}: ${/** @type {Error} */ (error).message}`, ...remedies].join('\n');
	}
}

module.exports = { outcomeOf };
