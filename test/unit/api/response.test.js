const {
	describeResponse,
	isSuccess,
	readResponse,
	refusesToken,
} = require('../../../nodes/Verbit/api/response');

/**
 * @param {number} statusCode
 * @param {unknown} body
 */
const answer = (statusCode, body) =>
	readResponse(/** @type {any} */ ({ statusCode, body, headers: {} }));
const envelope = (/** @type {string} */ ErrorType) => ({ ErrorType, ErrorComment: 'why' });

describe('a token counts as refused', () => {
	test.each([
		[401, ''],
		[401, { message: 'no' }],
		[403, '<html>Forbidden</html>'],
		[401, envelope('BAD_API_TOKEN')],
		[403, envelope('BAD_API_TOKEN')],
		[400, envelope('BAD_API_TOKEN')],
		[200, envelope('BAD_API_TOKEN')],
	])('at %d with %j', (status, body) => {
		expect(refusesToken(answer(status, body))).toBe(true);
	});
});

describe('a token does not count as refused', () => {
	test.each([
		[200, { asset_id: 'a' }],
		[400, envelope('INVALID_QUERY')],
		[403, envelope('ITEM_NOT_FOUND')],
		[404, ''],
		[500, ''],
	])('at %d with %j', (status, body) => {
		expect(refusesToken(answer(status, body))).toBe(false);
	});
});

describe('an answer is a success', () => {
	test.each([
		[200, { asset_id: 'a' }],
		[201, {}],
		[204, ''],
		[200, undefined],
		[200, null],
		[299, []],
	])('at %d with %j', (status, body) => {
		expect(isSuccess(answer(status, body))).toBe(true);
	});
});

describe('an answer is no success', () => {
	test.each([
		[200, envelope('INVALID_QUERY')],
		[200, '<html>Log in</html>'],
		[199, {}],
		[302, ''],
		[400, {}],
		[503, ''],
	])('at %d with %j', (status, body) => {
		expect(isSuccess(answer(status, body))).toBe(false);
	});
});

test.each([
	[400, envelope('INVALID_QUERY'), '400 INVALID_QUERY (why)'],
	[502, '<html>', '502 and something that is no JSON'],
	[500, '', '500'],
])('%d with %j is told as "%s"', (status, body, text) => {
	expect(describeResponse(answer(status, body))).toBe(text);
});
