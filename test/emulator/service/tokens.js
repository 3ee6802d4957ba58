const { createHash, randomBytes, randomUUID } = require('node:crypto');
const jwt = require('jsonwebtoken');
const { ServiceError } = require('./errors');

/** @typedef {import('..').Emulator} Context */

/** @param {Context} context */
function issueToken(context) {
	return context.switches.get('tokenKind') === 'jwt' ? issueJwt(context) : issueOpaque(context);
}

/** @param {Context} context */
function issueJwt({ state, clock, switches }) {
	const iat = Math.floor(clock.now() / 1000);
	const end = switches.get('tokenHasExp') ? { exp: iat + switches.get('tokenLifetime') } : {};
	const claims = { iat, jti: randomUUID(), ...end };
	return jwt.sign(claims, state.data.tokenSecret, { algorithm: 'HS256' });
}

/** @param {Context} context */
function issueOpaque({ state, clock, switches }) {
	const token = randomBytes(32).toString('base64url');
	const expiresAt = clock.now() + switches.get('tokenLifetime') * 1000;
	state.update(({ opaqueTokens }) => {
		opaqueTokens[hashOf(token)] = { id: randomUUID(), expiresAt };
	});
	return token;
}

/**
 * @param {string} token
 * @param {Context} context
 * @throws ServiceError
 */
function verifyToken(token, { state, clock, switches }) {
	const opaque = state.data.opaqueTokens[hashOf(token)];
	if (opaque !== undefined && clock.now() < opaque.expiresAt) return;
	try {
		jwt.verify(token, state.data.tokenSecret, {
			algorithms: ['HS256'],
			clockTimestamp: Math.floor(clock.now() / 1000),
			// A token that does not say when it ends does end.
			maxAge: switches.get('tokenLifetime'),
		});
	} catch (error) {
		const { message } = /** @type {Error} */ (error);
		throw new ServiceError('BAD_API_TOKEN', `The access token is not valid: ${message}`);
	}
}

/**
 * Tells tokens apart in the journal without giving one away.
 * @param {string} token valid or not
 * @param {Context} context
 * @returns {string | null}
 */
function tokenIdOf(token, { state }) {
	const opaque = state.data.opaqueTokens[hashOf(token)];
	if (opaque !== undefined) return opaque.id;
	const payload = jwt.decode(token);
	return typeof payload === 'object' ? (payload?.jti ?? null) : null;
}

/** @param {string} token */
function hashOf(token) {
	return createHash('sha256').update(token).digest('hex');
}

module.exports = { issueToken, verifyToken, tokenIdOf };
