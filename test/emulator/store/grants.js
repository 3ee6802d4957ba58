const { presignV2, presignV4 } = require('./presign');
const { demand } = require('./storeError');

const MISMATCH =
	'The request signature we calculated does not match the signature you provided. Check your key and signing method.';

/** The emulator's own store knows the URLs that it gave, whoever could sign others. */
const OWN_KEYS = { id: 'AKIAEMULATOR', secret: 'emulator' };

/**
 * @typedef {object} Grant what a pre-signed URL allows
 * @property {'GET' | 'PUT'} method
 * @property {string} key of the object
 * @property {number} expiresIn seconds
 * @property {import('../captions/file').CaptionOrder} [order] what a GET is sent
 */

/** The pre-signed URLs that were given: a request has to have one of them to the byte, and what its signature covers. */
class Grants {
	/** By path and query. @type {Map<string, Grant & { endsAt: number, version: string, contentType?: string }>} */
	given = new Map();

	/** @param {import('..').Emulator} emulator */
	constructor(emulator) {
		this.emulator = emulator;
	}

	/** @param {Grant} grant @returns {string} the URL */
	give(grant) {
		const { clock, switches, storeUrl, externalStore } = this.emulator;
		const version = switches.get('signatureVersion');
		const type = switches.get('signedContentType');
		const contentType = grant.order !== undefined || type === 'none' ? undefined : type;
		const store = (!grant.order && externalStore) || { storeUrl, credentials: OWN_KEYS };
		const now = clock.now();
		const presign = version === 'v4' ? presignV4 : presignV2;
		const url = presign({ ...store, ...grant, now, contentType });
		const endsAt = now + grant.expiresIn * 1000;
		this.given.set(url.slice(storeUrl.length), { ...grant, endsAt, version, contentType });
		return url;
	}

	/**
	 * Judges a request by its head, before a byte of its body is read: it may then outlive its URL.
	 * @param {import('node:http').IncomingMessage} request
	 * @throws StoreError
	 */
	judge({ method, url, headersDistinct }) {
		const { authorization, 'content-type': types, 'content-md5': md5 } = headersDistinct;
		demand(authorization === undefined, 400, 'InvalidArgument', 'Only one auth mechanism allowed');
		const grant = this.given.get(String(url));
		demand(grant && grant.method === method, 403, 'SignatureDoesNotMatch', MISMATCH);
		demand(this.emulator.clock.now() <= grant.endsAt, 403, 'AccessDenied', 'Request has expired');
		const isV2 = grant.version === 'v2';
		const coversType = isV2 || grant.contentType !== undefined;
		// One that came twice counts with both values, so that it can not slip past the signature.
		const isCovered = !coversType || types?.join() === grant.contentType;
		demand(isCovered && !(isV2 && md5), 403, 'SignatureDoesNotMatch', MISMATCH);
		const isUnsigned = Object.keys(headersDistinct).some((name) => name.startsWith('x-amz-'));
		demand(!isUnsigned, 403, 'AccessDenied', 'There were headers present which were not signed');
		return grant;
	}
}

module.exports = { Grants };
