const {
	describeResponse,
	isSuccess,
	readResponse,
	refusesToken,
} = require('../../../nodes/Verbit/api/response');

/**
 * @param {number} status
 * @param {unknown} body
 */
const answer = (status, body) => {
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	return readResponse({ status, headers: {}, text, isWhole: true });
};
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

describe('where nothing of the response is needed', () => {
	test.each([
		[201, 'OK', true],
		[200, 'done', true],
		[204, '', true],
		[200, '<!doctype html><p>Log in', false],
		[200, ' <HTML><body>', false],
		[200, envelope('INVALID_QUERY'), false],
		[400, 'OK', false],
	])('%d with %j is a success: %p', (status, body, isOne) => {
		expect(isSuccess(answer(status, body), true)).toBe(isOne);
	});

	test('more than is read of it is a success too, and a page of that length is not', () => {
		const unexpectedBody = 'more than 10 MiB';
		expect(isSuccess({ ...answer(200, 'x'), unexpectedBody }, true)).toBe(true);
		expect(isSuccess({ ...answer(200, '<html>'), unexpectedBody }, true)).toBe(false);
	});
});

test("an error's text is bounded, and holds no query of a URL", () => {
	const ErrorComment = `see https://h/my talk?X-Amz-Signature=TopSecret ${'x'.repeat(1_000_000)}`;
	const text = describeResponse(answer(400, { ErrorType: 'INVALID_URL', ErrorComment }));
	expect(text).toMatch(/^400 INVALID_URL \(see https:\/\/h\/my talk\?… x+\)$/);
	expect(text.length).toBeLessThan(600);
});

test.each([
	[400, envelope('INVALID_QUERY'), '400 INVALID_QUERY (why)'],
	[502, '<html>', "502 and something that isn't JSON"],
	[500, '', '500'],
])('%d with %j is told as "%s"', (status, body, text) => {
	expect(describeResponse(answer(status, body))).toBe(text);
});
