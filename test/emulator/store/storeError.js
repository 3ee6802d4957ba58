/** S3's codes with the status that S3 gives them. */
const STATUSES = {
	AccessDenied: 403,
	AuthorizationQueryParametersError: 400,
	EntityTooLarge: 400,
	IncompleteBody: 400,
	InvalidAccessKeyId: 403,
	InvalidArgument: 400,
	InvalidURI: 400,
	MissingContentLength: 411,
	NotImplemented: 501,
	SignatureDoesNotMatch: 403,
};

/** A refusal by the store, as S3 words it. */
class StoreError extends Error {
	/** @param {keyof typeof STATUSES} code @param {string} message */
	constructor(code, message) {
		super(message);
		this.code = code;
		this.status = STATUSES[code];
	}

	toXml() {
		const content = `<Code>${this.code}</Code><Message>${escapeXml(this.message)}</Message>`;
		return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${content}</Error>`;
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

/** @param {string} id that a request names @param {{ id: string }} credentials */
function demandKey(id, credentials) {
	demand(id === credentials.id, 'InvalidAccessKeyId', 'The AWS Access Key Id does not exist');
}

/** @param {boolean} isRight */
function demandSignature(isRight) {
	const refusal =
		'The request signature we calculated does not match the signature you provided. Check your key and signing method.';
	demand(isRight, 'SignatureDoesNotMatch', refusal);
}

const escapeXml = (/** @type {string} */ text) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

module.exports = { demand, demandKey, demandSignature, StoreError };
