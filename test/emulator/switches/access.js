/**
 * Tokens, keys, and how what is wrong is refused.
 *
 * @typedef {object} AccessSwitches
 * @property {400 | 401 | 403 | 200} badTokenAnswer
 * @property {boolean} badTokenEnvelope
 * @property {400 | 401 | 403 | 404 | 422 | '200-without-token'} wrongKeyAnswer
 * @property {'json' | 'html' | 'empty'} wrongKeyBody
 * @property {200 | 400 | 404 | 422 | 'byType'} errorStatus
 * @property {'jwt' | 'opaque'} tokenKind
 * @property {boolean} tokenHasExp
 * @property {number} tokenLifetime
 * @property {boolean} profilesListed
 */

const BOOLEAN = [true, false];

/** @type {Readonly<Record<keyof AccessSwitches, import('.').Switch>>} */
const ACCESS_SWITCHES = {
	badTokenAnswer: {
		default: 401,
		values: [401, 403, 400, 200],
		about: 'assumption: the HTTP status for a token or key that is missing, wrong or expired',
	},
	badTokenEnvelope: {
		default: true,
		values: BOOLEAN,
		about: 'assumption: a 401 or 403 carries BAD_API_TOKEN too, and not a web page',
	},
	wrongKeyAnswer: {
		default: 401,
		values: [401, 403, 400, 404, 422, '200-without-token'],
		about: 'assumption: how the exchange refuses a key',
	},
	wrongKeyBody: {
		default: 'json',
		values: ['json', 'html', 'empty'],
		about: 'assumption: what the exchange says when it refuses a key',
	},
	errorStatus: {
		default: 400,
		values: [400, 200, 404, 422, 'byType'],
		about:
			'assumption: the HTTP status of the other errors; byType is 404 for ITEM_NOT_FOUND, else 400',
	},
	tokenKind: {
		default: 'jwt',
		values: ['jwt', 'opaque'],
		about: 'assumption: a token is a JWT, and not a random text',
	},
	tokenHasExp: {
		default: true,
		values: BOOLEAN,
		about: 'assumption: a JWT says in `exp` when it ends',
	},
	tokenLifetime: {
		default: 86_400,
		values: /^\d+$/,
		about: 'documented as 24 hours; assumption: never shorter. In seconds',
	},
	profilesListed: {
		default: true,
		values: BOOLEAN,
		about: 'assumption: the list of profiles is there, also in the sandbox, and not a 404',
	},
};

module.exports = { ACCESS_SWITCHES };
