const { signV2 } = require('./signatureV2');
const { demand, demandKey, demandSignature } = require('./storeError');

/**
 * @param {import('./authorize').SignedRequest} request
 * @param {import('./authorize').Verifier} verifier
 * @throws StoreError
 */
function verifyV2({ method, target, headers }, { credentials, now }) {
	const { AWSAccessKeyId: keyId, Expires: expires, Signature: signature } = readParameters(target);
	demand(now <= Number(expires) * 1000, 'AccessDenied', 'Request has expired');
	demandKey(keyId, credentials);
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
	demandSignature(signature, expected);
}

/**
 * Exactly the three. Version 2 does not cover any other parameter, so that one could be added to a signed URL.
 * @param {import('./requestTarget').RequestTarget} target
 * @returns {Record<'AWSAccessKeyId' | 'Expires' | 'Signature', string>}
 */
function readParameters({ query }) {
	const names = query.map(([name]) => name).sort();
	const parameters = Object.fromEntries(query);
	const areThere = names.join() === 'AWSAccessKeyId,Expires,Signature';
	const refusal =
		'Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters';
	demand(areThere && /^\d+$/.test(parameters.Expires), 'AccessDenied', refusal);
	return /** @type {Record<'AWSAccessKeyId' | 'Expires' | 'Signature', string>} */ (parameters);
}

/** @param {Record<string, string>} headers */
function amzHeadersOf(headers) {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-amz-')));
}

module.exports = { verifyV2 };
