const {
	isRetriableStatus,
	isSuccessStatus,
	isUnknownPath,
} = require('../../../nodes/Verbit/http/status');

test('after 408, 429 and 5xx the same request may work', () => {
	expect([408, 429, 500, 503].filter(isRetriableStatus)).toHaveLength(4);
	expect([200, 407, 409, 428, 430, 499].filter(isRetriableStatus)).toEqual([]);
});

test('every 2xx is a success', () => {
	expect([200, 204, 299].filter(isSuccessStatus)).toHaveLength(3);
	expect([199, 300, 404].filter(isSuccessStatus)).toEqual([]);
});

test('404 and 405 mean that there is nothing at a path', () => {
	expect([404, 405].filter(isUnknownPath)).toHaveLength(2);
	expect([200, 400, 403, 406].filter(isUnknownPath)).toEqual([]);
});
