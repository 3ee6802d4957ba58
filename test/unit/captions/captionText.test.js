const { readCaptionText } = require('../../../nodes/Verbit/captions/captionText');
const body = require('../../../nodes/Verbit/http/body');

const MIB = 1024 * 1024;

const readTooMuch = async () => {
	async function* chunks() {
		// Its values are counted byte by byte, which takes eight seconds: it has none.
		const piece = Object.assign(Buffer.alloc(MIB, 'x'), { [Symbol.iterator]: () => [].values() });
		for (let sent = 0; sent <= 256 * MIB; sent += MIB) yield piece;
	}
	const judge = /** @type {any} */ ({
		format: 'json',
		type: { isJson: true },
		brackets: {},
		response: { headers: {} },
	});
	const output = /** @type {any} */ ({ as: 'text' });
	return await readCaptionText(/** @type {any} */ ({}), 1, output, judge, chunks());
};

/** In n8n's engine they would take ten seconds: `test/engine/captions.test.js` has the number of values. */
test('JSON of more than 256 MiB is refused, before it is parsed', async () => {
	const parse = jest.spyOn(body, 'parseJson');
	// To join so much takes a second and a half.
	jest.spyOn(Buffer, 'concat').mockReturnValueOnce(Buffer.alloc(0));
	await expect(readTooMuch()).rejects.toThrow("isn't within 256 MiB");
	expect(parse).not.toHaveBeenCalled();
});
