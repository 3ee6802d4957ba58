/** What is refused, with S3's code and the status that S3 gives it. */
class StoreError extends Error {
	/** @param {number} status @param {string} code @param {string} message */
	constructor(status, code, message) {
		super(message);
		this.status = status;
		const content = `<Code>${code}</Code><Message>${message}</Message>`;
		this.xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${content}</Error>`;
	}
}

/**
 * @param {unknown} condition
 * @param {ConstructorParameters<typeof StoreError>} refusal
 * @returns {asserts condition}
 * @throws StoreError where the condition does not hold
 */
function demand(condition, ...refusal) {
	if (!condition) throw new StoreError(...refusal);
}

module.exports = { demand, StoreError };
