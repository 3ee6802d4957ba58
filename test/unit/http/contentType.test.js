const { contentTypeOf } = require('../../../nodes/Verbit/http/headers');

test.each(['audio/mpeg', 'video/mp4; codecs="avc1"', 'video/mp4 ;a=b', 'a/b', ' audio/wav '])(
	'%j is kept',
	(type) => {
		expect(contentTypeOf(type)).toBe(type.trim());
	},
);

test.each([
	undefined,
	null,
	'',
	7,
	{},
	'mp4',
	'video/',
	'a b/mp4',
	'video/mp4 and more',
	'video/mp4; codecs="авц"',
	'video/mp4\r\nX-Evil: 1',
	'видео/mp4',
	'application/x-www-form-urlencoded',
	'Application/X-WWW-Form-Urlencoded; charset=utf-8',
])('%p becomes application/octet-stream', (type) => {
	expect(contentTypeOf(type)).toBe('application/octet-stream');
});
