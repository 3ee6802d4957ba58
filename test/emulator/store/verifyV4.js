const { ALGORITHM, parseTime, REGION, scopePath, signV4 } = require('./signatureV4');
const { demand, demandKey, demandSignature } = require('./storeError');

const MALFORMED = 'AuthorizationQueryParametersError';
const MAX_AHEAD_MS = 15 * 60 * 1000;
const MAX_EXPIRES_S = 7 * 24 * 60 * 60;

/** The form of each parameter; each has to be there once. */
const PARAMETERS = {
	'X-Amz-Algorithm': new RegExp(`^${ALGORITHM}$`),
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
	const scope = { time, region: REGION };
	const path = scopePath(scope);
	const isOfScope = credential.endsWith(`/${path}`);
	demand(isOfScope, MALFORMED, `The credential's scope is to be ${path}`);
	checkTime(time, Number(parameters['X-Amz-Expires']), now);
	demandKey(credential.split('/')[0], key);
	const signed = parameters['X-Amz-SignedHeaders'].split(';');
	checkSignedHeaders(signed, headers);
	const request = {
		method,
		canonicalPath: target.canonicalPath,
		query: target.query.filter(([name]) => name !== 'X-Amz-Signature'),
		headers: Object.fromEntries(signed.map((name) => [name, headers[name] ?? ''])),
	};
	demandSignature(parameters['X-Amz-Signature'], signV4(request, scope, key.secret));
}

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
	const details = { HeadersNotSigned: unsigned.join(', ') };
	demand(unsigned.length === 0, 'AccessDenied', refusal, details);
}

module.exports = { verifyV4 };
