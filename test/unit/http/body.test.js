const {
	describeBody,
	errorEnvelope,
	isWordOfAssent,
	readBody,
	speaksOfRefusal,
	withoutPreamble,
} = require('../../../nodes/Verbit/http/body');

const HTML = 'text/html; charset=utf-8';

/** @type {Array<[kind: string, type: string, bodies: string[]]>} */
const BODIES = [
	['nothing', '', ['', ' \r\n\t', '\uFEFF']],
	['nothing', HTML, ['', '\n']],
	['binary data', '', ['ID3\u0003\u0000', '{"a":\u0001}', '<\u0000h']],
	['binary data', HTML, ['PK\u0003\u0004', 'a\u000eb', 'a\u001ab', 'a\u001fb', 'a\bb']],
	[
		'JSON',
		'',
		['{}', ' [1]\n', '"text"', 'null', '17', '{"cut": "of', '{ "cut', '[{"cut', '[[1', '["a'],
	],
	['JSON', HTML, ['{"a": "<html>"}']],
	[
		'a web page',
		'',
		[
			...['\n <HTML lang="en"><head>', '<html>\n<!-- a -->', '<!-- not ended'],
			'<?xml version="1.0"?>\r\n\t<html><body>',
			'<!doctype  \n html>\n<html>',
			'<!DOCTYPE html PUBLIC "a"><html>',
			'<!-- a > b --><!-- b -->\n\n<html><p>',
		],
	],
	['a web page', HTML, ['<p>Log in', '<div class="login"><form>', '<!-- not ended', '<svg>']],
	['a web page', 'application/xhtml+xml', ['<p>Log in']],
	[
		'XML',
		'',
		[
			...[' <?xml version="1.0"?>\n<Error>', '<Error><Code>A</Code></Error>\n', '<a b="c" />'],
			'<tt:tt xmlns:tt="a"><tt:head></tt:head></tt:tt >',
			'<!-- a --><a>b</a>',
		],
	],
	...['application/xml', 'text/xml; charset=utf-8', 'application/ttml+xml'].map(
		/** @returns {[string, string, string[]]} */ (type) => ['XML', type, ['<Error>', '<a>b']],
	),
	[
		'text',
		'',
		[
			'OK',
			'Today: the <html> element',
			'<html> is the root of a page',
			...['<!doctype html> comes first', '<i>Music</i> and then a word', '[Applause] <b>'],
			'<i>Music</i> Good evening, everybody. <i>Applause</i>',
			...['<Speaker 1> says <a>b</a>', '<i>The</i> <html> <b>tag', '<br/> Good evening'],
			...[
				'<i>Music</i > Good evening <i>Applause</i>',
				'<i> <?xml version="1.0"?>',
				'He said ["no"',
			],
			...['<Speaker 1> The <div> element is a box </div>', '{Applause} "Good evening"'],
			...['a\tb\vc\fd\r\ne\u007ff\u0085', 'a <?xml version="1.0"?>', '<htmlx><a>'],
		],
	],
	['text', HTML, ['OK', 'Blocked <b>by</b> policy', 'Zugriff verweigert']],
	['text', 'application/xml', ['OK <Error>']],
	['text', 'text/plain; of=application/xml', ['<Error>']],
	['text', 'multipart/mixed; start=text/html', ['<p>Log in']],
];

test.each(BODIES)('%s of the type "%s" is known by what it begins with', (kind, type, bodies) => {
	const found = bodies.map((body) => [body, readBody(body, type).kind]);
	expect(found).toEqual(bodies.map((body) => [body, kind]));
});

test('JSON that is whole is read, and a deep one does not end in an exception', () => {
	expect(readBody(' {"a":[1]} ').json).toEqual({ a: [1] });
	expect(readBody('null').json).toBeNull();
	expect(readBody('{"a":').json).toBeUndefined();
	expect(readBody('text').json).toBeUndefined();
	const { kind, json } = readBody('['.repeat(1_000_000));
	expect({ kind, json }).toEqual({ kind: 'JSON', json: undefined });
});

test('a body is described by its kind, or by its first words', () => {
	const described = [
		...['', '\0', '<html>', '<a>b</a>', ' Blocked\n\tby  policy\n', '{"message":"no"}'],
		...['see https://h/x', `<a>${'x'.repeat(100)}</a>`, 'x'.repeat(80)],
	].map((text) => describeBody(readBody(text)));
	expect(described).toEqual([
		...['nothing', 'binary data', 'a web page', 'XML (<a>b</a>)', 'text (Blocked by policy)'],
		...['JSON ({"message":"no"})', 'text (see https://h/x)', `XML (<a>${'x'.repeat(77)}…)`],
		`text (${'x'.repeat(80)})`,
	]);
});

const REFUSALS = [
	...['{"error":"denied"}', '{"Error":true,"job_id":7}', '{"errors":["no"]}'],
	...['{"errors":{"a":1}}', '{"error":7}', '{"ErrorType":"INVALID_QUERY"}'],
	...['{"errorMessage":"no"}', '{"error_code":3,"asset_id":"a"}', '{"success":false}'],
	...['{"success":"false","job_id":7}', '{"ok":false}', '{"status":400}'],
	...['{"status":"503","job_id":7}', '{"statusCode":500}', '{"status_code":599,"x":1}'],
	...['{"code":403,"x":1}', '{"status":"error","job_id":7}', '{"status":"Failed"}'],
	...['{"code":"failure"}', '{"detail":"no"}', '{"Detail":"no","job_id":7}'],
	...['{"message":"not ready"}', '{"msg":"x","code":1}'],
	'{"title":"x","type":"about:blank","instance":"/a","reason":"y"}',
	...['[{"ErrorType":"INVALID_QUERY"}]', '[{"error":"no"},{}]'],
	...['{"success":0}', '{"success":"False","job_id":7}', '{"ok":"no"}'],
	...['Denied', 'rejected', 'refused', 'unauthorized', 'Forbidden', 'blocked'].map(
		(status) => `{"job_id":7,"status":"${status}"}`,
	),
	...['{"result":"error"}', '{"state":"failed","job_id":7}'],
	...['hasErrors', 'has_error', 'isError', 'failed', 'failure', 'exception', 'fault'].map(
		(name) => `{"${name}":true,"job_id":7}`,
	),
	...['{"fault":{"faultstring":"no"}}', '{"message":"Forbidden","request_id":"x"}'],
	'{"timestamp":"2026-11-25","path":"/job","message":"no"}',
	'{"title":"Not ready","status":102,"traceId":"x"}',
	...['{"message":"no","code":1200}', '{"message":"no","code":2001}'],
	...['{"message":"no","x_request_id":"a"}', '{"message":"no","correlationId":"a"}'],
];

const NO_REFUSALS = [
	...['{}', '[]', 'null', '"error"', '7', '{"job_id":7}', '{"error":null,"words":[]}'],
	...['{"error":[],"words":[]}', '{"error":{},"a":1}', '{"error":false,"a":1}'],
	...['{"error":" ","a":1}', '{"error_count":0,"a":1}'],
	'{"success":true,"message":"Media added"}',
	...['{"status":"OK","message":"Media added"}', '{"status":200,"x":1}'],
	...['{"status":"In Progress","x":1}', '{"status":4000,"x":1}', '{"status":"ok"}'],
	...['{"message":"done"}', '{"details":"x","job_id":7}'],
	...['{"status":200}', '{"code":200}', '{"status":"Pending"}', '{"request_id":"x"}'],
	...['{"status":200,"message":"Media added"}', '{"code":"201","message":"Media added"}'],
	...['{"failed":0,"x":1}', '{"failed":[],"x":1}', '{"hasErrors":false}', '{"result":"queued"}'],
	'[{"segments":[]},{"error":"no"}]',
	// Names and values that only hold one of a refusal.
	...['my_message', 'messages', 'book', 'success_url'].map((name) => `{"${name}":"no"}`),
	...['"job_status":"y"', '"codec":"y"'].map((field) => `{"message":"x",${field}}`),
	...['{"success":10}', '{"success":"not yet known"}', '{"status":"not blocked"}'],
	...['job_status', 'status_text'].map((name) => `{"${name}":"failed"}`),
	...['no_failure', 'faulty'].map((name) => `{"${name}":true}`),
];

test.each([
	[true, REFUSALS],
	[false, NO_REFUSALS],
])('whether JSON speaks of a refusal is %s', (expected, bodies) => {
	const wrong = bodies.filter((body) => speaksOfRefusal(JSON.parse(body)) !== expected);
	expect(wrong).toEqual([]);
});

test.each([
	[
		true,
		[
			...['OK', 'ok.', 'okay', 'Done!', 'accepted', '201 Created', '200 OK', 'started', 'success'],
			...['true', '"OK"', '"Done."', ' created\n', '202 Accepted'],
		],
	],
	[
		false,
		[
			...[
				'',
				'Blocked by policy',
				'OK, but not now',
				'not OK',
				'404 OK',
				'false',
				'7',
				'"no"',
				'{}',
			],
			...['2000', '200', 'OK\nOK', '\0OK', '"OK', '["OK"]'],
		],
	],
])('whether a body is a word that says that a call was carried out is %s', (expected, bodies) => {
	expect(bodies.filter((body) => isWordOfAssent(readBody(body)) !== expected)).toEqual([]);
});

test.each([
	['{"ErrorType":"A","ErrorComment":"b"}', 'A'],
	['{"error":{"ErrorType":"A"},"data":null}', 'A'],
	['[7,{"ErrorType":"A"}]', 'A'],
	['{"ErrorType":" ","data":{"ErrorType":"A"}}', 'A'],
	['{"data":{"error":{"ErrorType":"A"}}}', undefined],
	['{"ErrorType":7}', undefined],
	['"ErrorType"', undefined],
	['null', undefined],
	['ErrorType', undefined],
])('the error in %s is %s', (text, type) => {
	expect(errorEnvelope(readBody(text).json).ErrorType).toBe(type);
});

test('what stands before the first element of markup is no part of it', () => {
	const found = ['<?xml a?>\n<!-- b --> <c>', '<!-- not ended', 'a <!-- b -->'].map(
		withoutPreamble,
	);
	expect(found).toEqual(['<c>', '', 'a <!-- b -->']);
});
