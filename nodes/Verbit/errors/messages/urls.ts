import type { Message } from '../stepError';

const SET_BINARY = 'set the source of this node to Binary File.';

const SET_TYPE = "If it is the right file, set its type in 'Content Type'.";

const FOR_AGENT = 'Use a URL that downloads the file without a login.';

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
		remedy: {
			'Media URL': "Set 'Media Source' to URL (Upload Through n8n), or sign the URL for longer.",
			'Notes URL':
				"Download the file with the HTTP Request node and set 'Notes Source' to Binary Files, or sign the URL for longer.",
			other: "Use Upload Binary with 'Upload Source' set to URL, or sign the URL for longer.",
		},
		agentRemedy: {
			'Notes URL': 'Sign the URL for longer.',
		},
	},
	URL_EXPIRED: {
		message: "'{field}' expired {ago} ago ({time}): {url}",
		remedy: 'Get a new URL right before this node runs.',
	},
	URL_IS_SHARE_LINK: {
		message: "'{field}' opens a web page of {host}, not a file: {url}",
		remedy: {
			Box: "Use the direct link in the link's settings (app.box.com/shared/static/…), or download the file with the Box node.",
			Dropbox: 'Share the file, not its folder, and change dl=0 at the end of its URL to dl=1.',
			'Google Drive': `Download the file with the Google Drive node, and ${SET_BINARY}`,
			OneDrive: `Download the file with the Microsoft OneDrive node, and ${SET_BINARY}`,
			SharePoint: `Download the file with the Microsoft SharePoint node, and ${SET_BINARY}`,
			Vimeo: "Use the original recording, or a file link from Vimeo's API.",
			YouTube: 'Use the original recording: YouTube has no download URLs.',
			Zoom: "Use the recording's download_url from Zoom's API or webhook.",
			other: 'Download the file and host it where its URL opens the file directly.',
		},
		agentRemedy: {
			'Google Drive': FOR_AGENT,
			OneDrive: FOR_AGENT,
			SharePoint: FOR_AGENT,
		},
	},
	URL_NOT_A_FILE: {
		step: 'Open URL',
		message: 'the URL returned {returned}, not a recording: {url}',
		remedy: {
			empty: 'Check that the URL leads to the right file.',
			feed: `Use the episode's address: the URL in its 'enclosure' in the feed. ${SET_TYPE}`,
			playlist: `Use the URL of the whole recording, such as an MP4 file. ${SET_TYPE}`,
			preparing: 'Try again later: the host is still preparing the file.',
			status: 'Check the URL, and any proxy between n8n and its host.',
			other: `Use a URL that downloads the file itself, and check that it works without a login. ${SET_TYPE}`,
		},
	},
	REDIRECT_REFUSED: {
		message: "the redirect can't be followed: {reason}",
		remedy: 'Check the URL that redirects, and any proxy between n8n and its host.',
	},
	URL_REFUSED: {
		step: 'Open URL',
		message: "the URL can't be downloaded (returned {status}): {url}",
		remedy: 'Check that the URL works without a login and has not expired.',
	},
	URL_LENGTH_UNKNOWN: {
		step: 'Open URL',
		message: 'the URL returned {returned}: {url}',
		remedy:
			"Download the file with the HTTP Request node (Response Format: File) and set 'Upload Source' or 'Media Source' to Binary File.",
		agentRemedy: FOR_AGENT,
	},
	URL_SIZE_CHANGED: {
		step: 'Open URL',
		message: 'the file changed between two attempts (from {before} to {bytes} bytes): {url}',
		remedy: 'Run the workflow again when the file is complete.',
	},
	URL_INTERRUPTED: {
		step: 'Open URL',
		message: 'the download was interrupted ({reason}): {url}',
		remedy: 'Check that the URL still works, then run again.',
		retriable: true,
	},
} as const satisfies Record<string, Message>;
