const { createSecretKey, randomBytes, randomUUID } = require('node:crypto');
const jwt = require('jsonwebtoken');
const { demand } = require('./errors');

/** What a call shows to be let in: `bearer <token>` from the exchange, or `ApiToken <key>`. */
class Tokens {
	/** When each token ends, ms since 1970. @type {Map<string, number>} */
	issued = new Map();

	/** @param {import('..').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	issue() {
		const { clock, switches } = this.emulator;
		const lifetime = switches.get('tokenLifetime');
		const iat = Math.floor(clock.now() / 1000);
		const end = switches.get('tokenHasExp') ? { exp: iat + lifetime } : {};
		// The library would take a text for a key in PEM first, which it reads for most of its time.
		const key = createSecretKey(randomBytes(32));
		const token =
			switches.get('tokenKind') === 'opaque'
				? randomBytes(32).toString('base64url')
				: jwt.sign({ iat, jti: randomUUID(), ...end }, key, { algorithm: 'HS256' });
		this.issued.set(token, clock.now() + lifetime * 1000);
		return token;
	}

	/**
	 * The words are taken as they are documented, letter by letter: a client that writes them otherwise might fail with the
	 * real service.
	 * @param {string | undefined} header
	 * @throws ServiceError
	 */
	check(header) {
		const [scheme, credential = ''] = String(header).split(' ');
		const { apiKey, clock, switches } = this.emulator;
		const takesKey = switches.get('keyTakenBy') !== 'exchange';
		const isKey = takesKey && scheme === 'ApiToken' && credential === apiKey;
		const isToken = scheme === 'bearer' && clock.now() < (this.issued.get(credential) ?? 0);
		demand(isKey || isToken, 'BAD_API_TOKEN', 'The API token is missing or not valid');
	}
}

module.exports = { Tokens };
