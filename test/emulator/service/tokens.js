const { createSecretKey, randomBytes, randomUUID } = require('node:crypto');
const jwt = require('jsonwebtoken');
const { ServiceError } = require('./errors');

/** What a call shows to be let in: `bearer <token>` from the exchange, or `ApiToken <key>`. */
class Tokens {
	/** @param {import('..').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	/** The library would take a text for a key in PEM first, which it reads for most of its time. */
	get key() {
		return createSecretKey(Buffer.from(this.emulator.state.data.tokenSecret));
	}

	/** @returns {string} */
	issue() {
		const { state, clock, switches } = this.emulator;
		const lifetime = switches.get('tokenLifetime');
		if (switches.get('tokenKind') === 'opaque') {
			const token = randomBytes(32).toString('base64url');
			state.data.opaqueTokens[token] = clock.now() + lifetime * 1000;
			return token;
		}
		const iat = Math.floor(clock.now() / 1000);
		const end = switches.get('tokenHasExp') ? { exp: iat + lifetime } : {};
		const claims = { iat, jti: randomUUID(), ...end };
		return jwt.sign(claims, this.key, { algorithm: 'HS256' });
	}

	/**
	 * The words are taken as they are documented, letter by letter: a client that writes them otherwise might fail with the
	 * real service.
	 * @param {string | undefined} header
	 * @throws ServiceError
	 */
	check(header) {
		const [scheme, credential = ''] = String(header).split(' ');
		if (scheme === 'bearer') return this.verify(credential);
		const { apiKey, switches } = this.emulator;
		const isTaken = switches.get('keyTakenBy') !== 'exchange';
		if (isTaken && scheme === 'ApiToken' && credential === apiKey) return;
		throw new ServiceError('BAD_API_TOKEN', 'The API token is missing or not valid');
	}

	/** @param {string} token @throws ServiceError */
	verify(token) {
		const { state, clock, switches } = this.emulator;
		if (clock.now() < state.data.opaqueTokens[token]) return;
		try {
			jwt.verify(token, this.key, {
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
}

module.exports = { Tokens };
