/** S3's codes with the status that S3 gives them. */
const STATUSES = {
	AccessDenied: 403,
	AuthorizationQueryParametersError: 400,
	EntityTooLarge: 400,
	IncompleteBody: 400,
	InvalidAccessKeyId: 403,
	InvalidArgument: 400,
	InvalidURI: 400,
	KeyTooLongError: 400,
	MethodNotAllowed: 405,
	MissingContentLength: 411,
	NoSuchBucket: 404,
	NoSuchKey: 404,
	NotImplemented: 501,
	SignatureDoesNotMatch: 403,
};

/** A refusal by the store, as S3 words it. */
class StoreError extends Error {
	/**
	 * @param {keyof typeof STATUSES} code
	 * @param {string} message
	 * @param {Record<string, string>} [details] further elements of the answer
	 */
	constructor(code, message, details = {}) {
		super(message);
		this.code = code;
		this.status = STATUSES[code];
		this.details = details;
	}

	toXml() {
		const elements = Object.entries({ Code: this.code, Message: this.message, ...this.details });
		const content = elements.map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`);
		return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${content.join('')}</Error>`;
	}
}

/**
 * @param {unknown} condition
 * @param {keyof typeof STATUSES} code
 * @param {string} message
 * @param {Record<string, string>} [details]
 * @returns {asserts condition}
 * @throws StoreError where the condition does not hold
 */
function demand(condition, code, message, details) {
	if (!condition) throw new StoreError(code, message, details);
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

/** @param {string} text */
const escapeXml = (text) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

module.exports = { demand, demandKey, demandSignature, StoreError };
