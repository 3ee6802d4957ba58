const { isDeepStrictEqual } = require('node:util');
const { pathOf, REGION, signV4 } = require('./presign');
const { parseTarget } = require('./requestTarget');
const { demand, demandKey, demandSignature } = require('./storeError');

const MAX_AHEAD_MS = 15 * 60 * 1000;

/** Each has to be there once; a value that is no signer's changes the signature. */
const PARAMETERS = ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'];

/**
 * @param {import('./judge').SignedRequest} request
 * @param {{ id: string, secret: string }} key
 * @param {number} now ms since 1970
 * @throws StoreError
 */
function verifyV4({ method, target, headers }, key, now) {
	const { Credential, Date: time, Expires, SignedHeaders } = readParameters(target.query);
	checkTime(time, Number(Expires), now);
	demandKey(Credential.split('/')[0], key);
	const names = SignedHeaders.split(';');
	checkSignedHeaders(names, headers);
	const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
	const query = `X-Amz-Date=${time}&X-Amz-Expires=${Expires}`;
	const path = `${pathOf(target.bucket, target.key)}?${query}`;
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

/** @param {Array<[string, string]>} query @returns {Record<string, string>} */
function readParameters(query) {
	const entries = PARAMETERS.map((name) => {
		const values = query.filter(([candidate]) => candidate === `X-Amz-${name}`);
		const refusal = `X-Amz-${name} is to be there once`;
		demand(values.length === 1, 'AuthorizationQueryParametersError', refusal);
		return [name, values[0][1]];
	});
	return Object.fromEntries(entries);
}

/** @param {string} time @param {number} expiresIn seconds @param {number} now */
function checkTime(time, expiresIn, now) {
	// As `formatTime` writes it; what is no time is refused below.
	const iso = time.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z');
	const signedAt = Date.parse(iso);
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

module.exports = { verifyV4 };
