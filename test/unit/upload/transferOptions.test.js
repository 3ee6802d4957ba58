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
	for (const nothing of ['  ', '', undefined, null])
		expect(readTransferOptions({ fileName: nothing, contentType: nothing })).toEqual(DEFAULTS);
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

test('a content type is a MIME type, of no form', () => {
	const contentType = 'text/plain; charset=utf-8';
	expect(readTransferOptions({ contentType }).contentType).toBe(contentType);
	for (const given of ['mp4', 'Application/X-WWW-Form-Urlencoded']) {
		expect(() => readTransferOptions({ contentType: given })).toThrow(
			expect.objectContaining({
				message: `'Content Type' must be a MIME type such as audio/mpeg, other than a form's (got "${given}")`,
				details: expect.objectContaining({ code: 'VALUE_INVALID' }),
			}),
		);
	}
});
