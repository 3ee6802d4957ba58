const { isWebPage } = require('../../../nodes/Verbit/http/headers');

test.each([
	['<!doctype html><p>Log in', '', true],
	['\n <HTML lang="en">', '', true],
	['<?xml version="1.0"?>\n<html>', '', true],
	['<?xml version="1.0"?>\r\n\t<html>', '', true],
	['<!doctype  \n html>', '', true],
	['<!-- proxy -->\n\n<html>', '', true],
	['<!-- proxy --><html>', '', true],
	['<!-- a > b --><html>', '', true],
	['<?xml version="1.0"?> <!-- a --> <!-- b -->\n<html>', '', true],
	['<!-- <html> --><tt>', '', false],
	['<!-- not ended <html>', '', false],
	['<title>Log in</title>', '', true],
	['<script>location = "/login"</script>', '', true],
	['<meta http-equiv="refresh" content="0">', '', true],
	['<metadata>', '', false],
	['<p>Log in', 'text/html; charset=utf-8', true],
	['<p>Log in', 'application/xhtml+xml', true],
	['<p>Log in', 'text/plain', false],
	['OK', 'text/html', false],
	['<p>Log in', 'multipart/mixed; start=text/html', false],
	['', 'text/html', false],
	['<Error><Code>X</Code></Error>', 'application/xml', false],
	['{"a": "<html>"}', 'application/json', false],
])('%j of the type %j is a web page: %p', (body, type, isOne) => {
	expect(isWebPage(body, { 'content-type': type })).toBe(isOne);
});
