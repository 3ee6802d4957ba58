const { REGION } = require('./presign');
const { ALGORITHM, parseTime, scopePath, signV4 } = require('./signatureV4');
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
 * @param {import('./authorize').SignedRequest} request
 * @param {import('./authorize').Verifier} verifier
 * @throws StoreError
 */
function verifyV4(request, verifier) {
	const parameters = readParameters(request.target.query);
	const [keyId] = parameters['X-Amz-Credential'].split('/');
	checkScope(parameters);
	checkTime(parameters, verifier.now);
	demandKey(keyId, verifier.credentials);
	const signedHeaders = parameters['X-Amz-SignedHeaders'].split(';');
	checkSignedHeaders(signedHeaders, request.headers);
	checkSignature(request, parameters, signedHeaders, verifier.credentials.secret);
}

/**
 * @param {Array<[string, string]>} query
 * @returns {Record<keyof typeof PARAMETERS, string>}
 */
function readParameters(query) {
	const entries = Object.entries(PARAMETERS).map(([name, form]) => {
		const values = query.filter(([candidate]) => candidate === name).map(([, value]) => value);
		const isWellFormed = values.length === 1 && form.test(values[0]);
		demand(isWellFormed, MALFORMED, `${name} is to be there once, and well-formed`);
		return [name, values[0]];
	});
	return Object.fromEntries(entries);
}

/** @param {Record<keyof typeof PARAMETERS, string>} parameters */
function checkScope(parameters) {
	const scope = scopePath({ time: parameters['X-Amz-Date'], region: REGION });
	const isOfScope = parameters['X-Amz-Credential'].endsWith(`/${scope}`);
	demand(isOfScope, MALFORMED, `The credential's scope is to be ${scope}`);
	const isShort = Number(parameters['X-Amz-Expires']) <= MAX_EXPIRES_S;
	demand(isShort, MALFORMED, 'X-Amz-Expires must be less than a week (in seconds)');
}

/**
 * @param {Record<keyof typeof PARAMETERS, string>} parameters
 * @param {number} now
 */
function checkTime(parameters, now) {
	const signedAt = parseTime(parameters['X-Amz-Date']);
	demand(!Number.isNaN(signedAt), MALFORMED, 'X-Amz-Date is no date');
	demand(signedAt <= now + MAX_AHEAD_MS, 'AccessDenied', 'Request is not yet valid');
	const expiresAt = signedAt + Number(parameters['X-Amz-Expires']) * 1000;
	demand(now <= expiresAt, 'AccessDenied', 'Request has expired');
}

/**
 * @param {string[]} signedHeaders
 * @param {Record<string, string>} headers
 */
function checkSignedHeaders(signedHeaders, headers) {
	const unsigned = Object.keys(headers).filter(
		(name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
	);
	const refusal = 'There were headers present in the request which were not signed';
	const details = { HeadersNotSigned: unsigned.join(', ') };
	demand(unsigned.length === 0, 'AccessDenied', refusal, details);
}

/**
 * @param {import('./authorize').SignedRequest} request
 * @param {Record<keyof typeof PARAMETERS, string>} parameters
 * @param {string[]} signedHeaders
 * @param {string} secret
 */
function checkSignature({ method, target, headers }, parameters, signedHeaders, secret) {
	const expected = signV4(
		{
			method,
			canonicalPath: target.canonicalPath,
			query: target.query.filter(([name]) => name !== 'X-Amz-Signature'),
			headers: Object.fromEntries(signedHeaders.map((name) => [name, headers[name] ?? ''])),
		},
		{ time: parameters['X-Amz-Date'], region: REGION },
		secret,
	);
	demandSignature(parameters['X-Amz-Signature'], expected);
}

module.exports = { verifyV4 };
