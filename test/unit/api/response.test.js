const { isSuccess, readResponse, refusesToken } = require('../../../nodes/Verbit/api/serviceCall');

/**
 * @param {number} status
 * @param {unknown} body
 */
const answer = (status, body) => {
	const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
	return readResponse({ status, headers: {}, text, isWhole: true });
};
const envelope = (/** @type {string} */ ErrorType) => ({ ErrorType, ErrorComment: 'why' });

/** @typedef {[status: number, body: unknown]} Answer */

test.each(
	/** @type {Array<[what: string, reads: (response: any) => boolean, yes: Answer[], no: Answer[]]>} */ ([
		[
			'a refused token',
			refusesToken,
			[
				[401, ''],
				[401, { message: 'no' }],
				[403, '<html>Forbidden</html>'],
				[401, envelope('TOKEN_EXPIRED')],
				...[401, 403, 400, 200].map((status) => [status, envelope('BAD_API_TOKEN')]),
			],
			[
				[200, { asset_id: 'a' }],
				[400, envelope('INVALID_QUERY')],
				[403, envelope('ITEM_NOT_FOUND')],
				[404, ''],
				[500, ''],
			],
		],
		[
			'a success',
			isSuccess,
			[
				[200, { asset_id: 'a' }],
				[201, {}],
				[204, ''],
				[200, undefined],
				[200, null],
				[299, []],
			],
			[
				[200, envelope('INVALID_QUERY')],
				[200, { error: envelope('INVALID_QUERY') }],
				...['<html><p>Log in</html>', 'OK', '{"cut'].map((body) => [200, body]),
				...[199, 400].map((status) => [status, {}]),
				...[302, 503].map((status) => [status, '']),
			],
		],
	]),
)('%s is told by its status and ErrorType', (_what, reads, yes, no) => {
	const isOne = (/** @type {Answer} */ [status, body]) => reads(answer(status, body));
	expect(yes.filter((one) => !isOne(one))).toEqual([]);
	expect(no.filter(isOne)).toEqual([]);
});

test("an error's text is bounded", () => {
	const ErrorComment = `see https://h/my talk ${'x'.repeat(1_000_000)}`;
	const text = answer(400, { ErrorType: 'INVALID_URL', ErrorComment }).described;
	expect(text).toMatch(/^400 INVALID_URL \(see https:\/\/h\/my talk x+…\)$/);
	expect(text.length).toBeLessThan(600);
});
