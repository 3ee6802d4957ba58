import type { Message } from '../message';

/** URLs that Verbit or this node downloads a file from. */
export const URL_MESSAGES = {
	URL_MISSING: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' is empty",
		remedy: 'Enter a complete URL, for example {example}.',
		cause: 'The field is empty, or its expression finds nothing in the item.',
	},
	URL_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' isn't a valid URL (got {url})",
		remedy: 'Enter a complete URL that starts with https:// or http:// and has no spaces.',
		cause: "The field doesn't contain an http or https URL.",
	},
	URL_EXPIRES_SOON: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' expires in {left} ({time}), but Verbit needs at least 24 hours: {url}",
		remedy: "{instead}, or sign the URL for longer. To send it anyway, turn on 'Skip URL Checks'.",
		cause: 'The URL says itself that it expires in less than 24 hours.',
	},
	URL_EXPIRED: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' expired {ago} ago ({time}): {url}",
		remedy: 'Get a new URL right before this node runs.',
		cause: 'The URL says itself that it has expired.',
	},
	URL_IS_SHARE_LINK: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' opens a web page of {host}, not a file: {url}",
		remedy: "{fix} To send it anyway, turn on 'Skip URL Checks'.",
		cause: 'The URL is known to lead to a page with a player or a download button.',
	},
	SHARE_LINK_UNSUPPORTED: {
		kind: 'input',
		step: 'Check input',
		message: "'{field}' opens a web page of {host}, not a file: {url}",
		remedy: '{fix}',
		cause: 'The URL is a share link, and its host documents no direct download URL for it.',
	},
	URL_IS_WEB_PAGE: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned a web page, not a file: {url}',
		remedy: "{fix} If it is the right file, set its type in 'Content Type'.",
		cause: 'The URL returned the type text/html: a share page, a login page or an error page.',
		retriable: false,
	},
	URL_IS_JSON: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned JSON, not a file: {url}',
		remedy: "{fix} If it is the right file, set its type in 'Content Type'.",
		cause:
			'The URL returned the type application/json, as an API does for an error or for the details of a file.',
		retriable: false,
	},
	URL_CERTIFICATE_INVALID: {
		kind: 'response',
		step: 'Open URL',
		message: "the certificate of the URL's host isn't trusted ({reason}): {url}",
		remedy:
			'Check the URL and any proxy between n8n and its host. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.',
		cause:
			"The certificate of the URL's host has expired, is for another host, or is signed by an unknown authority.",
		retriable: false,
	},
	URL_UNREACHABLE: {
		kind: 'response',
		step: 'Open URL',
		message: "the URL couldn't be opened ({reason}): {url}",
		remedy: 'Check that the URL works without a login and has not expired.',
		cause: 'The host of the URL could not be reached, or did not respond within 60 seconds.',
		retriable: true,
	},
	URL_BUSY: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned {status}: {url}',
		remedy: 'The host of the URL is busy or down. Run again later.',
		cause:
			'Status 408, 429 or 5xx, also after the node tried again. A Retry-After of more than 5 minutes is not waited for.',
		retriable: true,
	},
	URL_REFUSED: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned {status}: {url}',
		remedy: 'Check that the URL works without a login and has not expired.',
		cause: 'The host of the URL returned an error.',
	},
	URL_INCOMPLETE: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned only a part of the file: {url}',
		remedy: 'Check the URL, and any proxy between n8n and its host.',
		cause:
			'The host of the URL returned the status 206 (Partial Content), although n8n requested the whole file.',
		retriable: false,
	},
	URL_EMPTY: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned an empty file: {url}',
		remedy: "Check that the URL leads to the right file. Empty files can't be uploaded.",
		cause: 'The host of the URL says that the file has 0 bytes.',
		retriable: false,
	},
	URL_WITHOUT_LENGTH: {
		kind: 'response',
		step: 'Open URL',
		message: "the URL doesn't say how long the file is: {url}",
		remedy:
			"Download the file with the HTTP Request node (Response Format: File) and set 'Upload Source' or 'Media Source' to Binary File.",
		cause: 'The host of the URL sends no Content-Length, which the storage needs beforehand.',
		retriable: false,
	},
	URL_COMPRESSED: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned a compressed file ({encoding}): {url}',
		remedy:
			"Download the file with the HTTP Request node (Response Format: File) and set 'Upload Source' or 'Media Source' to Binary File.",
		cause:
			'The host of the URL sends the file with a Content-Encoding, so that its real length is unknown.',
		retriable: false,
	},
	URL_SIZE_CHANGED: {
		kind: 'response',
		step: 'Open URL',
		message: 'the file changed between two attempts (from {before} to {bytes} bytes): {url}',
		remedy: 'Run the workflow again when the file is complete.',
		cause: 'The URL returns a file that is still being written, or another file each time.',
		retriable: false,
	},
	URL_INTERRUPTED: {
		kind: 'response',
		step: 'Open URL',
		message: 'the download was interrupted ({reason}): {url}',
		remedy: 'Check that the URL still works, then run again.',
		cause:
			'The host of the URL stopped before the end of the file, or sent more bytes than announced.',
		retriable: true,
	},
	URL_STALLED: {
		kind: 'response',
		step: 'Open URL',
		message: "the URL sent no data within 'Stall Timeout': {url}",
		remedy: "Check the host of the URL, or raise 'Stall Timeout'.",
		cause: 'The host of the URL stopped sending before the end of the file.',
		retriable: true,
	},
} as const satisfies Record<string, Message>;
