const https = require('node:https');
const selfsigned = require('selfsigned');

/** A key and a certificate for 127.0.0.1. @returns {Promise<{ key: string, cert: string }>} */
async function makeCertificate() {
	const { private: key, cert } = await selfsigned.generate(
		[{ name: 'commonName', value: '127.0.0.1' }],
		{ extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }] },
	);
	return { key, cert };
}

/**
 * Lets this process trust a certificate: what NODE_EXTRA_CA_CERTS does, which Node.js reads once, when it starts.
 * @param {string} certificate
 * @returns {() => void} to be called when it is enough
 */
function trust(certificate) {
	const { prototype } = /** @type {any} */ (https.Agent);
	const { createConnection } = prototype;
	prototype.createConnection = function (/** @type {any} */ options, /** @type {any[]} */ ...rest) {
		return createConnection.call(this, { ...options, ca: certificate }, ...rest);
	};
	return () => {
		prototype.createConnection = createConnection;
	};
}

module.exports = { makeCertificate, trust };
