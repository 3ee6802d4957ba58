import type { Message } from '../stepError';

export const URL_MESSAGES = {
	URL_INVALID: {
		message: "'{field}' isn't a valid URL (got {url})",
		remedy: 'Enter a complete URL that starts with https:// or http:// and has no spaces.',
	},
	CALLBACK_URL_PRIVATE: {
		message: "Verbit can't reach 'Callback URL', whose host is on your own network: {url}",
		remedy:
			"Set n8n's variable WEBHOOK_URL to its public address, restart n8n, and copy the URL again.",
	},
	URL_EXPIRES_SOON: {
		message: "'{field}' expires in {left} ({time}), but Verbit needs at least 24 hours: {url}",
		remedy: "{instead}, or sign the URL for longer. To send it anyway, turn on 'Skip URL Checks'.",
	},
	URL_EXPIRED: {
		message: "'{field}' expired {ago} ago ({time}): {url}",
		remedy: 'Get a new URL right before this node runs.',
	},
	URL_IS_SHARE_LINK: {
		message: "'{field}' opens a web page of {host}, not a file: {url}",
		remedy: '{fix}',
	},
	URL_NOT_A_FILE: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned {returned}, not a recording: {url}',
		remedy: '{fix}',
	},
	REDIRECT_REFUSED: {
		kind: 'response',
		message: "the redirect can't be followed: {reason}",
		remedy: 'Check the URL that redirects, and any proxy between n8n and its host.',
	},
	URL_REFUSED: {
		kind: 'response',
		step: 'Open URL',
		message: "the URL can't be downloaded (returned {status}): {url}",
		remedy: 'Check that the URL works without a login and has not expired.',
	},
	URL_LENGTH_UNKNOWN: {
		kind: 'response',
		step: 'Open URL',
		message: 'the URL returned {returned}: {url}',
		remedy:
			"Download the file with the HTTP Request node (Response Format: File) and set 'Upload Source' or 'Media Source' to Binary File.",
	},
	URL_SIZE_CHANGED: {
		kind: 'response',
		step: 'Open URL',
		message: 'the file changed between two attempts (from {before} to {bytes} bytes): {url}',
		remedy: 'Run the workflow again when the file is complete.',
	},
	URL_INTERRUPTED: {
		kind: 'response',
		step: 'Open URL',
		message: 'the download was interrupted ({reason}): {url}',
		remedy: 'Check that the URL still works, then run again.',
		retriable: true,
	},
} as const satisfies Record<string, Message>;

/** What 'URL_NOT_A_FILE' says of lists that lead to recordings. */
export const INSTEAD_OF_RECORDING = {
	playlist: {
		returned: 'a playlist (a list of pieces)',
		fix: 'Use the URL of the whole recording, such as an MP4 file.',
	},
	feed: {
		returned: 'a feed (a list of episodes)',
		fix: "Use the episode's address: the URL in its 'enclosure' in the feed.",
	},
} as const;
