const { isSameText } = require('./sameText');
const { REGION } = require('./presign');
const { ALGORITHM, parseTime, scopePath, signV4 } = require('./signatureV4');
const { StoreError } = require('./storeError');

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
	if (keyId !== verifier.credentials.id) {
		throw new StoreError('InvalidAccessKeyId', 'The AWS Access Key Id does not exist');
	}
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
		if (values.length !== 1 || !form.test(values[0])) {
			throw malformed(`${name} is to be there once, and well-formed`);
		}
		return [name, values[0]];
	});
	return Object.fromEntries(entries);
}

/** @param {Record<keyof typeof PARAMETERS, string>} parameters */
function checkScope(parameters) {
	const scope = scopePath({ time: parameters['X-Amz-Date'], region: REGION });
	if (!parameters['X-Amz-Credential'].endsWith(`/${scope}`)) {
		throw malformed(`The credential's scope is to be ${scope}`);
	}
	if (Number(parameters['X-Amz-Expires']) > MAX_EXPIRES_S) {
		throw malformed('X-Amz-Expires must be less than a week (in seconds)');
	}
}

/**
 * @param {Record<keyof typeof PARAMETERS, string>} parameters
 * @param {number} now
 */
function checkTime(parameters, now) {
	const signedAt = parseTime(parameters['X-Amz-Date']);
	if (Number.isNaN(signedAt)) throw malformed('X-Amz-Date is no date');
	if (signedAt > now + MAX_AHEAD_MS) {
		throw new StoreError('AccessDenied', 'Request is not yet valid');
	}
	if (now > signedAt + Number(parameters['X-Amz-Expires']) * 1000) {
		throw new StoreError('AccessDenied', 'Request has expired');
	}
}

/**
 * @param {string[]} signedHeaders
 * @param {Record<string, string>} headers
 */
function checkSignedHeaders(signedHeaders, headers) {
	const unsigned = Object.keys(headers).filter(
		(name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.includes(name),
	);
	if (unsigned.length > 0) {
		throw new StoreError(
			'AccessDenied',
			'There were headers present in the request which were not signed',
			{ HeadersNotSigned: unsigned.join(', ') },
		);
	}
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
	if (!isSameText(expected, parameters['X-Amz-Signature'])) {
		throw new StoreError(
			'SignatureDoesNotMatch',
			'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
		);
	}
}

/** @param {string} message */
function malformed(message) {
	return new StoreError('AuthorizationQueryParametersError', message);
}

module.exports = { verifyV4 };
