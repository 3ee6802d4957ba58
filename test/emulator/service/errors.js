/**
 * @typedef {'BAD_API_TOKEN' | 'MISSING_PARAMETER' | 'INVALID_OPTION' | 'INVALID_QUERY' | 'INVALID_URL'
 *   | 'ITEM_NOT_FOUND'} ErrorType as the vendor documents them
 */

/** A refusal by the service, in its envelope. */
class ServiceError extends Error {
	/**
	 * @param {ErrorType} type
	 * @param {string} comment
	 */
	constructor(type, comment) {
		super(comment);
		this.type = type;
	}

	toEnvelope() {
		return { ErrorType: this.type, ErrorComment: this.message };
	}
}

/**
 * @param {ServiceError} error
 * @param {import('../switchboard').Switchboard} switches
 * @returns {import('./operations').Answer}
 */
function answerOf(error, switches) {
	if (error.type === 'BAD_API_TOKEN') return badTokenAnswer(error, switches);
	const status = switches.get('errorStatus');
	if (status !== 'byType') return { status, body: error.toEnvelope() };
	return { status: error.type === 'ITEM_NOT_FOUND' ? 404 : 400, body: error.toEnvelope() };
}

/**
 * @param {ServiceError} error
 * @param {import('../switchboard').Switchboard} switches
 * @returns {import('./operations').Answer}
 */
function badTokenAnswer(error, switches) {
	const status = switches.get('badTokenAnswer');
	const saysItself = status === 401 || status === 403;
	if (saysItself && !switches.get('badTokenEnvelope')) return { status, html: error.message };
	return { status, body: error.toEnvelope() };
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

module.exports = { answerOf, demand, ServiceError };
