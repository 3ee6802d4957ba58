const {
	describeBody,
	parseJson,
	readBody,
	readEnvelope,
	saysYes,
} = require('../../../nodes/Verbit/http/body');

const HTML = 'text/html; charset=utf-8';

/** @type {Array<[kind: string, type: string, bodies: string[]]>} */
const BODIES = [
	['nothing', '', ['', ' \r\n\t', '\uFEFF']],
	['binary data', HTML, ['ID3\u0003\u0000', '{"a":\u0001}', 'a\u000eb', 'a\u001fb', 'a\bb']],
	['JSON', HTML, ['{}', ' [1]\n', 'null', '{ "cut": "of', '[{"cut', '[[1', '{"a": "<html>"}']],
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
	['a web page', HTML, ['<p>Log in', '<!-- not ended', '<svg>']],
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
	['XML', 'text/xml; charset=utf-8', ['<Error>', '<a>b']],
	['XML', 'application/ttml+xml', ['<Error>']],
	[
		'text',
		'',
		[
			...['<html> is the root of a page', '[Applause] <b>', '<br/> Good evening'],
			...['<i>Music</i> Hi <i>Applause</i>', '<i>Music</i > Hi <i>Applause</i>'],
			...['<Speaker 1> says <a>b</a>', '<i>The</i> <html> <b>tag', 'He said ["no"'],
			...['<Speaker 1> The <div> element is a box </div>', '{Applause} "Good evening"'],
			...['a\tb\vc\fd\r\ne\u007ff\u0085', '<i> <?xml version="1.0"?>', '<htmlx><a>'],
		],
	],
	['text', HTML, ['OK', 'Blocked <b>by</b> policy']],
	['text', 'text/plain; of=application/xml', ['<Error>']],
	['text', 'multipart/mixed; start=text/html', ['<p>Log in']],
];

test.each(BODIES)('%s of the type "%s" is known by what it begins with', (kind, type, bodies) => {
	const found = bodies.map((body) => [body, readBody(body, type).kind]);
	expect(found).toEqual(bodies.map((body) => [body, kind]));
});

test('JSON that is too deep to be read does not end in an exception', () => {
	const text = '['.repeat(1_000_000);
	expect(readBody(text)).toEqual({ kind: 'JSON', text });
});

test('markup is known by its beginning, however long it is', () => {
	const text = 'x'.repeat(10 * 1024 * 1024);
	const kinds = [`<a>${text}</a>`, `<?xml version="1.0"?><a>${text}</a>`, `<html><p>${text}`].map(
		(body) => readBody(body).kind,
	);
	expect(kinds).toEqual(['text', 'XML', 'a web page']);
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

test('a value may be a word that says that a call was carried out', () => {
	const words = ['ok.', 'okay', 'Done!', 'accepted', '201 Created', 'started', ' success\n', true];
	const others = [
		...['', 'OK, but not now', 'not OK', '404 OK', '200', 'OK\nOK', '"OK', '["OK"]'],
		...[false, 200, null, undefined, {}, ['OK'], [[true]]],
	];
	expect([...words, ...others].filter(saysYes)).toEqual(words);
});

test('an error is found one level down, and not deeper', () => {
	expect(readEnvelope({ ErrorType: ' ', data: { ErrorType: 'A' } }).code).toBe('A');
	expect(readEnvelope({ data: { error: { ErrorType: 'A' } } })).toEqual({});
});

test('an integer that JavaScript would round becomes a text, and nothing else does', () => {
	const text = String.raw`{"id":9007199254740993,"ids":[-9007199254740993,9007199254740991],"no\"1":"\\",
		"12345678901234567890":"12345678901234567890", "f":0.12345678901234567,"e":12345678901234567890e1}`;
	expect(parseJson(text)).toEqual({
		id: '9007199254740993',
		ids: ['-9007199254740993', 9007199254740991],
		'no"1': '\\',
		'12345678901234567890': '12345678901234567890',
		f: 0.12345678901234567,
		e: 12345678901234567890e1,
	});
	expect(parseJson('[9007199254740993]')).toEqual(['9007199254740993']);
});
