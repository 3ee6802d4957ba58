const { isSuccess, readResponse, refusesToken } = require('../../../nodes/Verbit/api/serviceCall');

/** @param {number} status @param {string} text */
const answer = (status, text) => readResponse({ status, headers: {}, text, isWhole: true });
const envelope = (/** @type {string} */ ErrorType, ErrorComment = 'why') =>
	JSON.stringify({ ErrorType, ErrorComment });

const BAD_TOKEN = envelope('BAD_API_TOKEN');
const BAD_QUERY = envelope('INVALID_QUERY');

const REFUSED = [
	...['401 ', '401 {"message":"no"}', '403 <html>Forbidden</html>'],
	...[`401 ${envelope('TOKEN_EXPIRED')}`, `403 ${BAD_TOKEN}`, `200 ${BAD_TOKEN}`],
];
const NOT_REFUSED = [`400 ${BAD_QUERY}`, `403 ${envelope('ITEM_NOT_FOUND')}`, '404 ', '500 '];
const SUCCESSES = ['200 {"asset_id":"a"}', '201 {}', '204 ', '200 ', '200 null', '299 []'];
const NO_SUCCESSES = [
	...[`200 ${BAD_QUERY}`, `200 {"error":${BAD_QUERY}}`, '200 <html><p>Log in</html>', '200 OK'],
	...['200 {"cut', '199 {}', '300 {}', '400 {}', '302 '],
];

test.each([
	['a refused token', refusesToken, REFUSED, NOT_REFUSED],
	['a success', isSuccess, SUCCESSES, NO_SUCCESSES],
])('%s is told by its status and ErrorType', (_what, reads, yes, no) => {
	const isOne = (/** @type {string} */ line) =>
		reads(answer(Number(line.slice(0, 3)), line.slice(4)));
	expect([...yes, ...no].filter(isOne)).toEqual(yes);
});

test("an error's text is bounded", () => {
	const ErrorComment = `see https://h/my talk ${'x'.repeat(1_000_000)}`;
	const text = answer(400, envelope('INVALID_URL', ErrorComment)).summary;
	expect(text).toMatch(/^400 INVALID_URL \(see https:\/\/h\/my talk x+…\)$/);
	expect(text.length).toBeLessThan(600);
});
