const { demand } = require('./storeError');
const { verifyV2 } = require('./signatureV2');
const { verifyV4 } = require('./verifyV4');

/**
 * @typedef {object} SignedRequest
 * @property {string} method
 * @property {import('./requestTarget').RequestTarget} target
 * @property {Record<string, string>} headers with lower-case names
 */

const SEVERAL_MECHANISMS =
	'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified';

/**
 * Lets only a request pass that carries a whole and valid signature in its query.
 * @param {SignedRequest} request
 * @param {import('..').Emulator} context
 * @throws StoreError
 */
function authorize(request, { state, clock }) {
	const names = request.target.query.map(([name]) => name);
	const isV4 = names.some((name) => /^x-amz-(signature|credential|algorithm)$/i.test(name));
	const isV2 = names.some((name) => name === 'Signature' || name === 'AWSAccessKeyId');
	demand(isV4 || isV2, 'AccessDenied', 'Access Denied');
	const isOne = request.headers.authorization === undefined && isV4 !== isV2;
	demand(isOne, 'InvalidArgument', SEVERAL_MECHANISMS);
	const verify = isV4 ? verifyV4 : verifyV2;
	verify(request, state.data.storeKey, clock.now());
}

module.exports = { authorize };
