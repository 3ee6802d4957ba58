/** S3's codes with the status that S3 gives them. */
const STATUSES = {
	AccessDenied: 403,
	EntityTooLarge: 400,
	InvalidArgument: 400,
	MissingContentLength: 411,
	NotImplemented: 501,
	SignatureDoesNotMatch: 403,
};

class StoreError extends Error {
	/** @param {keyof typeof STATUSES} code @param {string} message */
	constructor(code, message) {
		super(message);
		this.status = STATUSES[code];
		const content = `<Code>${code}</Code><Message>${message}</Message>`;
		this.xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${content}</Error>`;
	}
}

/**
 * @param {unknown} condition
 * @param {keyof typeof STATUSES} code
 * @param {string} message
 * @returns {asserts condition}
 * @throws StoreError where the condition does not hold
 */
function demand(condition, code, message) {
	if (!condition) throw new StoreError(code, message);
}

module.exports = { demand, StoreError };
