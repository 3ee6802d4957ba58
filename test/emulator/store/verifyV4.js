const { isDeepStrictEqual } = require('node:util');
const { pathOf, REGION, signV4 } = require('./presign');
const { parseTarget } = require('./requestTarget');
const { demand, demandKey, demandSignature } = require('./storeError');

const MALFORMED = 'AuthorizationQueryParametersError';
const MAX_AHEAD_MS = 15 * 60 * 1000;
const MAX_EXPIRES_S = 7 * 24 * 60 * 60;

/** The form of each parameter; each has to be there once. */
const PARAMETERS = {
	'X-Amz-Algorithm': /^AWS4-HMAC-SHA256$/,
	'X-Amz-Credential': /^[^/]+\/\d{8}\/[^/]+\/s3\/aws4_request$/,
	'X-Amz-Date': /^\d{8}T\d{6}Z$/,
	'X-Amz-Expires': /^[1-9]\d{0,5}$/,
	'X-Amz-SignedHeaders': /^[a-z0-9-]+(;[a-z0-9-]+)*$/,
	'X-Amz-Signature': /^[0-9a-f]{64}$/,
};

/**
 * @param {import('./judge').SignedRequest} request
 * @param {{ id: string, secret: string }} key
 * @param {number} now ms since 1970
 * @throws StoreError
 */
function verifyV4({ method, target, headers }, key, now) {
	const parameters = readParameters(target.query);
	const { 'X-Amz-Credential': credential, 'X-Amz-Date': time } = parameters;
	const scope = `${time.slice(0, 8)}/${REGION}/s3/aws4_request`;
	const isOfScope = credential.endsWith(`/${scope}`);
	demand(isOfScope, MALFORMED, `The credential's scope is to be ${scope}`);
	const expiresIn = Number(parameters['X-Amz-Expires']);
	checkTime(time, expiresIn, now);
	demandKey(credential.split('/')[0], key);
	const names = parameters['X-Amz-SignedHeaders'].split(';');
	checkSignedHeaders(names, headers);
	const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
	const query = `X-Amz-Date=${time}&X-Amz-Expires=${expiresIn}`;
	const path = `${pathOf(target.bucket, target.key.toString())}?${query}`;
	const again = signV4({ method, region: REGION, path, headers: signed }, key);
	demandSignature(isSame(target, parseTarget(again)));
}

/**
 * A target has to be the signed one to the byte, but for the order of its parameters: the library that signs takes an
 * encoded slash for a real one.
 * @param {import('./requestTarget').RequestTarget} one
 * @param {import('./requestTarget').RequestTarget} other
 */
const isSame = (one, other) =>
	one.canonicalPath === other.canonicalPath &&
	isDeepStrictEqual(new Map(one.query), new Map(other.query));

/** @param {Array<[string, string]>} query @returns {Record<keyof typeof PARAMETERS, string>} */
function readParameters(query) {
	const entries = Object.entries(PARAMETERS).map(([name, form]) => {
		const values = query.filter(([candidate]) => candidate === name).map(([, value]) => value);
		const isWellFormed = values.length === 1 && form.test(values[0]);
		demand(isWellFormed, MALFORMED, `${name} is to be there once, and well-formed`);
		return [name, values[0]];
	});
	return Object.fromEntries(entries);
}

/** @param {string} time @param {number} expiresIn seconds @param {number} now */
function checkTime(time, expiresIn, now) {
	const isShort = expiresIn <= MAX_EXPIRES_S;
	demand(isShort, MALFORMED, 'X-Amz-Expires must be less than a week (in seconds)');
	const signedAt = parseTime(time);
	demand(!Number.isNaN(signedAt), MALFORMED, 'X-Amz-Date is no date');
	demand(signedAt <= now + MAX_AHEAD_MS, 'AccessDenied', 'Request is not yet valid');
	demand(now <= signedAt + expiresIn * 1000, 'AccessDenied', 'Request has expired');
}

/** @param {string[]} signed names @param {Record<string, string>} headers */
function checkSignedHeaders(signed, headers) {
	const unsigned = Object.keys(headers).filter(
		(name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
	);
	const refusal = 'There were headers present in the request which were not signed';
	demand(unsigned.length === 0, 'AccessDenied', refusal);
}

/** @param {string} time as `formatTime` writes it @returns {number} ms since 1970; NaN where there is no such day or hour */
const parseTime = (time) =>
	Date.parse(time.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));

module.exports = { verifyV4 };
