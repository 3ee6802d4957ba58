const { ServiceError } = require('./errors');
const { tokenIdOf, verifyToken } = require('./tokens');

/** @typedef {import('..').Emulator} Context */

/**
 * `bearer <token>` from the exchange, or `ApiToken <key>`. The words are taken as they are documented, letter by
 * letter: a client that writes them otherwise might fail with the real service.
 * @param {string | undefined} header
 * @param {Context} context
 * @throws ServiceError
 */
function checkAuthorization(header, context) {
	const { scheme, credential } = parse(header);
	if (scheme === 'bearer') return verifyToken(credential, context);
	if (scheme === 'ApiToken' && credential === context.state.data.apiKey) return;
	throw new ServiceError('BAD_API_TOKEN', 'The API token is missing or not valid');
}

/**
 * @param {string | undefined} header
 * @param {Context} context
 */
function readTokenId(header, context) {
	const { scheme, credential } = parse(header);
	return scheme === 'bearer' ? tokenIdOf(credential, context) : null;
}

/** @param {string | undefined} header */
function parse(header = '') {
	const [scheme, credential = ''] = header.split(' ');
	return { scheme, credential };
}

module.exports = { checkAuthorization, readTokenId };
