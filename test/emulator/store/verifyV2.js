const { isSameText } = require('./sameText');
const { signV2 } = require('./signatureV2');
const { StoreError } = require('./storeError');

/**
 * @param {import('./authorize').SignedRequest} request
 * @param {import('./authorize').Verifier} verifier
 * @throws StoreError
 */
function verifyV2({ method, target, headers }, { credentials, now }) {
	const { AWSAccessKeyId: keyId, Expires: expires, Signature: signature } = readParameters(target);
	if (now > Number(expires) * 1000) throw new StoreError('AccessDenied', 'Request has expired');
	if (keyId !== credentials.id) {
		throw new StoreError('InvalidAccessKeyId', 'The AWS Access Key Id does not exist');
	}
	const expected = signV2(
		{
			method,
			rawPath: target.rawPath,
			expires,
			contentType: headers['content-type'],
			contentMd5: headers['content-md5'],
			amzHeaders: amzHeadersOf(headers),
		},
		credentials.secret,
	);
	if (!isSameText(expected, signature)) {
		throw new StoreError(
			'SignatureDoesNotMatch',
			'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
		);
	}
}

/**
 * Exactly the three. Version 2 does not cover any other parameter, so that one could be added to a signed URL.
 * @param {import('./requestTarget').RequestTarget} target
 * @returns {Record<'AWSAccessKeyId' | 'Expires' | 'Signature', string>}
 */
function readParameters({ query }) {
	const names = query.map(([name]) => name).sort();
	const parameters = Object.fromEntries(query);
	if (names.join() !== 'AWSAccessKeyId,Expires,Signature' || !/^\d+$/.test(parameters.Expires)) {
		throw new StoreError(
			'AccessDenied',
			'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters',
		);
	}
	return /** @type {Record<'AWSAccessKeyId' | 'Expires' | 'Signature', string>} */ (parameters);
}

/** @param {Record<string, string>} headers */
function amzHeadersOf(headers) {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-')));
}

module.exports = { verifyV2 };
