const { readTransferOptions } = require('../../../nodes/Verbit/upload/transferOptions');

const DEFAULTS = {
	fileName: undefined,
	contentType: undefined,
	maxAttempts: 4,
	stallTimeout: 60,
	verifyIntegrity: true,
};

test('what is not set has its default', () => {
	expect(readTransferOptions({})).toEqual(DEFAULTS);
});

test('texts are taken without the blanks around them, and not where they are empty', () => {
	for (const nothing of ['  ', '', undefined, null]) {
		expect(readTransferOptions({ fileName: nothing, contentType: nothing })).toEqual(DEFAULTS);
	}
	const given = { fileName: ' a.mp4 ', contentType: ' video/mp4\n' };
	const taken = { fileName: 'a.mp4', contentType: 'video/mp4' };
	expect(readTransferOptions(given)).toMatchObject(taken);
	// As an expression may return it.
	expect(readTransferOptions({ fileName: 2026 }).fileName).toBe('2026');
});

test.each([
	['concurrency', 'Concurrency', 1, 32],
	['maxAttempts', 'Max Attempts', 1, 10],
	['stallTimeout', 'Stall Timeout', 1, 3600],
])('%s is taken within its bounds, and refused beyond', (name, displayName, min, max) => {
	for (const value of [min, max]) {
		const read = readTransferOptions({ [name]: value });
		// The runner reads it, for all items.
		if (name !== 'concurrency') expect(read).toMatchObject({ [name]: value });
	}
	for (const value of [min - 1, max + 1]) {
		expect(() => readTransferOptions({ [name]: value })).toThrow(
			expect.objectContaining({
				message: `'${displayName}' must be a whole number from ${min} to ${max} (got ${value})`,
			}),
		);
	}
});

test.each([
	...['audio/mpeg', 'application/vnd.ms-powerpoint', 'text/plain; charset=utf-8', 'image/svg+xml'],
	...['text/plain ;charset="a b"', 'a_1/b-2'],
])('a content type may be %s', (contentType) => {
	expect(readTransferOptions({ contentType }).contentType).toBe(contentType);
});

test.each([
	...['mp4', 'audio/', '/mpeg', 'audio/mpeg, video/mp4', 'video/mp4\r\nX-Evil: 1'],
	...['video/mp4; a=\u0007', 'video/mp4; ü', 'x video/mp4', 'video/mp4 x'],
	'Application/X-WWW-Form-Urlencoded',
])('a content type can not be %j', (contentType) => {
	expect(() => readTransferOptions({ contentType })).toThrow(
		expect.objectContaining({
			message: `'Content Type' must be a MIME type such as audio/mpeg, other than a form's (got ${JSON.stringify(contentType)})`,
			details: expect.objectContaining({ code: 'VALUE_INVALID' }),
		}),
	);
});
