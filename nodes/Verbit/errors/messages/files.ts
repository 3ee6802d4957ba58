import type { CatalogueEntry } from './message';

const SET_BINARY = 'and send it as a binary file.';

/** Description of a file whose format is unknown. The file may still be right, so its error names 'Content Type'. */
export const UNKNOWN_FORMAT = 'a file of an unknown format';

const SET_TYPE = "If it is the right file, set its type in 'Content Type'.";

const DIRECT_URL =
	'Use a URL that downloads the file itself, and check that it works without a login.';

const CHECK_FILE =
	"Check the file in the Binary tab of the previous node, and the name in 'Input Binary Field'.";

const FROM_N8N = "Set 'Media Source' to URL (Upload Through n8n)";

const AS_ASSET = "Use Upload Binary with 'Upload Source' set to URL";

const AS_NOTES = `${AS_ASSET}, and pass its 'asset_id' on with 'Notes Source' set to Asset IDs`;

const FOR_AGENT = 'Ask the user for a URL that downloads the file without a login.';

export const FILE_MESSAGES = {
	URL_INVALID: {
		message: "'{field}' isn't a valid URL (got {url})",
		remedy: 'Enter a complete URL that starts with https:// or http:// and has no spaces.',
	},
	URL_PRIVATE: {
		message: "Verbit can't reach '{field}', whose host is on your own network: {url}",
		remedy: {
			'Callback URL':
				"Set n8n's variable WEBHOOK_URL to its public address, restart n8n, and copy the URL again.",
			'Media URL': `${FROM_N8N}, or use a public URL.`,
			'Notes URL': `${AS_NOTES}, or use a public URL.`,
			other: `${AS_ASSET}, or use a public URL.`,
		},
		agentRemedy: 'Ask the user for a public URL.',
	},
	URL_EXPIRES_SOON: {
		message: "'{field}' expires at {time}, but Verbit needs it for at least 24 hours: {url}",
		remedy: {
			'Media URL': `${FROM_N8N}, or sign the URL for longer.`,
			'Notes URL': `${AS_NOTES}, or sign the URL for longer.`,
			other: `${AS_ASSET}, or sign the URL for longer.`,
		},
		agentRemedy: 'Ask the user for a URL that stays valid for at least a day.',
	},
	URL_EXPIRED: {
		message: "'{field}' expired at {time}: {url}",
		remedy: 'Get a new URL right before this node runs.',
		agentRemedy: 'Ask the user for a new URL.',
	},
	URL_IS_SHARE_LINK: {
		message: "'{field}' opens a web page of {host}, not a file: {url}",
		remedy: {
			Box: "Use the direct link in the link's settings (app.box.com/shared/static/…), or download the file with the Box node.",
			Dropbox: 'Share the file, not its folder, and change dl=0 at the end of its URL to dl=1.',
			'Google Drive': `Download the file with the Google Drive node, ${SET_BINARY}`,
			OneDrive: `Download the file with the Microsoft OneDrive node, ${SET_BINARY}`,
			SharePoint: `Download the file with the Microsoft SharePoint node, ${SET_BINARY}`,
			Vimeo: "Use the original recording, or a file link from Vimeo's API.",
			YouTube: 'Use the original recording: YouTube has no download URLs.',
			Zoom: `Download the file from Zoom's download_url with the HTTP Request node and Zoom's token, ${SET_BINARY}`,
			other: 'Download the file and host it where its URL opens the file directly.',
		},
		agentRemedy: FOR_AGENT,
	},
	URL_NOT_A_FILE: {
		activity: 'Open URL',
		message: 'the URL returned {returned} instead of the file: {url}',
		remedy: {
			empty: 'Check that the URL leads to the right file.',
			preparing: 'Wait until the host has prepared the file.',
			[UNKNOWN_FORMAT]: `${SET_TYPE} ${DIRECT_URL}`,
			other: DIRECT_URL,
		},
		agentRemedy: { preparing: 'Try again later.', other: FOR_AGENT },
	},
	REDIRECT_REFUSED: {
		message: "the redirect can't be followed: {reason}",
		remedy: 'Check the URL that redirects, and any proxy between n8n and its host.',
	},
	URL_REFUSED: {
		activity: 'Open URL',
		message: "the URL can't be downloaded (returned {status}): {url}",
		remedy:
			"Check that the URL works without a login, hasn't expired, and isn't a one-time URL that was opened before.",
		advisedTry: 'newRun',
	},
	URL_LENGTH_UNKNOWN: {
		activity: 'Open URL',
		message: 'the URL returned {returned}: {url}',
		remedy:
			"Download the file with the HTTP Request node (Response Format: File) and set 'Upload Source' or 'Media Source' to Binary File.",
		agentRemedy: FOR_AGENT,
	},
	DOWNLOAD_INTERRUPTED: {
		activity: 'Open URL',
		message: 'the download was interrupted ({reason}): {source}',
		remedy: 'Check the network and any proxy between n8n and this host.',
		retriable: true,
	},
	AGENT_HAS_NO_FILES: {
		message: "AI agents can't pass files to Verbit",
		remedy: 'Let the agent use URLs, asset IDs and job IDs instead.',
	},
	FILE_NOT_FOUND: {
		message: "No file found in field '{field}': this item has files in {fields}",
		remedy: "Enter the names of the files to send in 'Input Binary Field'.",
	},
	ITEM_WITHOUT_FILES: {
		message: 'No file found: this item has no files',
		remedy:
			"Check that the previous node outputs a file (see its Binary tab). Nodes such as Verbit don't pass files on: get the file after them, right before this step.",
	},
	FILE_INVALID: {
		message: 'File "{file}" in field \'{field}\' {fault}',
		remedy: {
			empty: 'Check the file where it comes from: it may still be written.',
			other:
				'Check the node that made the file. A Code node must copy the whole file with its id, or set data to the content in base64.',
		},
	},
	NOT_A_RECORDING: {
		message: 'File "{file}" in field \'{field}\' is {found}, not a recording',
		remedy: { [UNKNOWN_FORMAT]: `${CHECK_FILE} ${SET_TYPE}`, other: CHECK_FILE },
	},
	FILE_UNREADABLE: {
		kind: 'input',
		activity: 'Upload',
		message: "the file couldn't be read from n8n's storage ({reason})",
		remedy: "Check n8n's storage for files.",
		advisedTry: 'continueFirst',
	},
	FILE_DELETED: {
		kind: 'input',
		activity: 'Upload',
		message: "the file isn't in n8n's storage any more",
		remedy:
			"n8n deletes the files of old executions: if this execution is new, check n8n's storage for files.",
		advisedTry: 'newRun',
	},
	FILE_TOO_LARGE: {
		kind: 'input',
		activity: 'Upload',
		message: 'the file is too large for the storage ({reason})',
		remedy: 'Split or compress the recording, or let Verbit download it from a URL.',
		advisedTry: 'none',
	},
	UPLOAD_CUT: {
		activity: 'Upload',
		message: 'the connection to {host} dropped before the storage replied ({reason})',
		remedy:
			"Check the network and any proxy between n8n and the storage. For an upload URL of your own, check that 'Content Type' fits it.",
		retriable: true,
	},
	UPLOAD_STALLED: {
		activity: 'Upload',
		message: "no data was sent to {host} within 'Stall Timeout'",
		remedy: "Check the network between n8n and the storage, or raise 'Stall Timeout'.",
		retriable: true,
	},
	UPLOAD_NOT_STORED: {
		activity: 'Upload',
		message: "the storage didn't store the whole file (returned {response})",
		remedy: {
			md5: "Check any proxy between n8n and the storage. If the storage's ETag isn't an MD5, turn off 'Verify Integrity'.",
			other: 'Check the network and any proxy between n8n and the storage.',
		},
		retriable: true,
	},
	CHECKSUM_MISMATCH: {
		activity: 'Upload',
		message: "the checksum doesn't match (sent {sent}, stored {stored})",
		remedy:
			"If it happens again and the storage returns no MD5 as its ETag, turn off 'Verify Integrity'.",
		retriable: true,
	},
	UPLOAD_URL_EXPIRED: {
		activity: 'Upload',
		message: 'the upload URL expired (storage returned {response})',
		remedy:
			"If you entered the upload URL, get a new one right before the upload, or remove the option 'Pre-Signed Upload URL'.",
		retriable: true,
	},
	UPLOAD_URL_UNUSABLE: {
		kind: 'input',
		activity: 'Upload',
		message: "the upload URL requires {need}, which this node can't send",
		remedy:
			'Sign the URL for nothing but Host, Content-Type and Content-Length. With an AWS SDK, set requestChecksumCalculation to WHEN_REQUIRED.',
	},
	UPLOAD_REFUSED: {
		activity: 'Upload',
		message: 'the storage refused the upload (returned {response})',
		remedy: {
			'redirect 301':
				"The upload URL is signed for another region than its storage bucket's. Sign it for the right region, or ask Verbit's support.",
			'redirect 307': 'Wait a few minutes: a new storage bucket redirects for a while.',
			SignatureDoesNotMatch:
				"If the URL is signed for a content type, enter that type in 'Content Type'.",
			other: 'Check that no proxy between n8n and the storage changes requests.',
		},
		agentRemedy: { SignatureDoesNotMatch: 'Tell the user.' },
	},
} as const satisfies Record<string, CatalogueEntry>;
