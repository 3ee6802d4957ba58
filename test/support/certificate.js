const selfsigned = require('selfsigned');

/** A key and a certificate for 127.0.0.1. @returns {Promise<{ key: string, cert: string }>} */
async function makeCertificate() {
	const { private: key, cert } = await selfsigned.generate(
		[{ name: 'commonName', value: '127.0.0.1' }],
		{ extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }] },
	);
	return { key, cert };
}

module.exports = { makeCertificate };
