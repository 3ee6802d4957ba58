/** What somebody may make of a text, in lower case: encodings undone, also of base64 that begins anywhere. @param {string} text */
const readings = (text) => {
	const bytes = text.replace(/%(25)*(..)/g, (_, _again, hex) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	const digits = text.replace(/(\\[rn]|[^\w+/-])/g, '');
	const fromBase64 = [0, 1, 2, 3].map((start) =>
		Buffer.from(digits.slice(start), 'base64').toString('latin1'),
	);
	return [text, bytes, text.replaceAll('\\', ''), ...fromBase64].map((read) => read.toLowerCase());
};

/** The parts of a secret that can be read in a text: of 8 characters, which are of use to somebody. @param {string} text @param {string} secret */
function partsIn(text, secret) {
	const parts = Array.from(secret.slice(7), (_, index) => secret.slice(index, index + 8));
	const read = readings(text);
	return parts.filter((part) => read.some((one) => one.includes(part.toLowerCase())));
}

module.exports = { partsIn };
