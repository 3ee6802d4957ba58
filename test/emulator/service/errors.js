/**
 * @typedef {'BAD_API_TOKEN' | 'MISSING_PARAMETER' | 'INVALID_OPTION' | 'INVALID_QUERY' | 'INVALID_URL'
 *   | 'ITEM_NOT_FOUND'} ErrorType as the vendor documents them
 */

class ServiceError extends Error {
	/** @param {ErrorType} type @param {string} comment */
	constructor(type, comment) {
		super(comment);
		this.type = type;
	}
}

/**
 * @param {ServiceError} error
 * @param {import('../switches').Switchboard} switches
 * @returns {import('./operations').Answer}
 */
function answerOf({ type, message }, switches) {
	const body = { ErrorType: type, ErrorComment: message };
	if (type === 'BAD_API_TOKEN') {
		const status = switches.get('badTokenAnswer');
		const isPage = (status === 401 || status === 403) && !switches.get('badTokenEnvelope');
		return { status, ...(isPage ? { html: message } : { body }) };
	}
	return { status: switches.get('errorStatus'), body };
}

/**
 * @param {unknown} condition
 * @param {ErrorType} type
 * @param {string} comment
 * @returns {asserts condition}
 * @throws ServiceError where the condition does not hold
 */
function demand(condition, type, comment) {
	if (!condition) throw new ServiceError(type, comment);
}

/** An absolute one. @param {unknown} value @returns {string} */
function httpUrl(value) {
	const url = String(value);
	const isUrl = /^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url);
	demand(isUrl, 'INVALID_URL', 'The URL has to start with http:// or https://');
	return url;
}

module.exports = { answerOf, demand, httpUrl, ServiceError };
