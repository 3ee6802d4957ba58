import type { Message } from '../message';

/** The files of an item, and sending them to the storage behind an upload URL. */
export const UPLOAD_MESSAGES = {
	AGENT_HAS_NO_FILES: {
		message: "AI agents can't pass files to Verbit",
		remedy: 'Let the agent use URLs, asset IDs and job IDs instead.',
	},
	BINARY_FIELD_INVALID: {
		message: "'Input Binary Field' must be the name of a field (got {value})",
		remedy:
			'Enter the name of the field that holds the file, for example data. The name is in the Binary tab of the previous node.',
	},
	FILE_NOT_FOUND: {
		message: "No file found in field '{field}': this item has files in {fields}",
		remedy: "Enter one of these names in 'Input Binary Field', or * for all files of the item.",
	},
	ITEM_WITHOUT_FILES: {
		message: 'No file found: this item has no files',
		remedy:
			"Check that the previous node outputs a file (see its Binary tab). Many nodes, Verbit's too, don't pass files on: get the file after them, right before this step.",
	},
	FILE_EMPTY: {
		message: 'File "{file}" in field \'{field}\' is empty',
		remedy: "Check the node that made the file. Empty files can't be uploaded.",
	},
	FILE_SIZE_UNKNOWN: {
		message: 'File "{file}" in field \'{field}\' has no known size',
		remedy: 'Run the workflow again from the node that gets the file.',
	},
	FILE_WITHOUT_CONTENT: {
		message: 'File "{file}" in field \'{field}\' has no content',
		remedy:
			'Check the node that made the file. A Code node must copy the whole file with its id, or set data to the content in base64.',
	},
	FILE_NOT_BASE64: {
		message: "File \"{file}\" in field '{field}' isn't valid base64",
		remedy:
			'Check the node that made the file. A Code node must set data to the content in base64, or use this.helpers.prepareBinaryData().',
	},
	FILE_DELETED: {
		message: "File \"{file}\" in field '{field}' is no longer in n8n's storage",
		remedy:
			'Run the workflow again from the node that gets the file. n8n deletes the files of old executions.',
	},
	FILE_UNREADABLE: {
		step: 'Upload',
		message: "the file couldn't be read from n8n's storage ({reason})",
		remedy:
			"Run the workflow again from the node that gets the file. If it happens again, check n8n's storage for files.",
	},
	FILE_STALLED: {
		kind: 'response',
		step: 'Upload',
		message: "n8n's storage sent no data of the file within 'Stall Timeout'",
		remedy: "Check n8n's storage for files, or raise 'Stall Timeout'.",
		retriable: true,
	},
	FILE_NAME_FOR_SEVERAL: {
		message: "'File Name' is set, but this item has {count} files",
		remedy:
			"Remove the option 'File Name' to keep each file's own name, or name one field in 'Input Binary Field'.",
	},
	CONTENT_TYPE_INVALID: {
		message: "'Content Type' isn't a valid MIME type (got {value})",
		remedy: 'Enter a type such as audio/mpeg or video/mp4, or remove the option.',
	},
	CONTENT_TYPE_UNSUPPORTED: {
		message: "'Content Type' can't be {value}",
		remedy: "Enter the recording's type, such as audio/mpeg, or remove the option.",
	},
	UPLOAD_URL_FOR_SEVERAL_FILES: {
		message: "{count} files can't share one upload URL",
		remedy: "Name one field in 'Input Binary Field', or set 'Upload To' to New Asset.",
	},
	UPLOAD_URL_IN_SEVERAL_ITEMS: {
		message: '{count} items have the same upload URL ({url})',
		remedy:
			"Give each item its own upload URL, or set 'Upload To' to New Asset. An upload URL accepts one file.",
	},
	UPLOAD_URL_MISSING: {
		kind: 'response',
		step: 'Add asset',
		message: 'Verbit created asset {assetId}, but returned no upload URL',
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
	},
	FILE_TOO_LARGE: {
		step: 'Upload',
		message: 'the file has {bytes} bytes, but the storage accepts at most 5 GiB',
		remedy: 'Split or compress the recording, or give Verbit a URL to it with Add Media.',
	},
	UPLOAD_TOO_LARGE: {
		kind: 'response',
		step: 'Upload',
		message: 'the file is too large for the storage (returned {response})',
		remedy: 'Split or compress the recording. One upload to S3 carries at most 5 GiB.',
	},
	UPLOAD_CERTIFICATE_INVALID: {
		kind: 'response',
		step: 'Upload',
		message: "the certificate of {host} isn't trusted ({reason})",
		remedy:
			'Check any proxy between n8n and the storage. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.',
		retriable: false,
	},
	UPLOAD_CUT: {
		kind: 'response',
		step: 'Upload',
		message: 'the connection to {host} dropped before the storage replied ({reason})',
		remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		retriable: true,
	},
	UPLOAD_CUT_AGAIN: {
		kind: 'response',
		step: 'Upload',
		message: 'the connection to {host} dropped at each attempt ({reason})',
		remedy:
			"The storage may have refused the upload before reading it: check that 'Content Type' fits the upload URL. Otherwise check the network and any proxy.",
		retriable: true,
	},
	STORAGE_UNREACHABLE: {
		kind: 'response',
		step: 'Upload',
		message: "couldn't reach the storage at {host} ({reason})",
		remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		retriable: true,
	},
	UPLOAD_STALLED: {
		kind: 'response',
		step: 'Upload',
		message: "no data was sent to {host} within 'Stall Timeout'",
		remedy: "Check the network between n8n and the storage, or raise 'Stall Timeout'.",
		retriable: true,
	},
	UPLOAD_NOT_STORED: {
		kind: 'response',
		step: 'Upload',
		message: "the storage didn't store the whole file (returned {response})",
		remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		retriable: true,
	},
	CHECKSUM_MISMATCH: {
		kind: 'response',
		step: 'Upload',
		message: "the checksum doesn't match (sent {sent}, stored {stored})",
		remedy:
			"Run again. If it happens again and the storage returns no MD5 as its ETag, turn off 'Verify Integrity'.",
		retriable: true,
	},
	UPLOAD_URL_EXPIRED: {
		kind: 'response',
		step: 'Upload',
		message: 'the upload URL expired (storage returned {response})',
		remedy:
			"Run the workflow again. If you entered the upload URL, get a new one right before the upload, or set 'Upload To' to New Asset.",
		retriable: true,
	},
	STORAGE_BUSY: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage is busy or down (returned {response})',
		remedy: "Run again later, or raise 'Max Attempts'.",
		retriable: true,
	},
	STORAGE_ASKS_TO_WAIT: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage is busy and asks to wait {wait} (returned {response})',
		remedy: 'Run again after that time. The node waits for at most 5 minutes.',
		retriable: true,
	},
	STORAGE_REDIRECTED: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage redirected the upload (returned {response})',
		remedy:
			"Run again later: a new storage bucket redirects for a while. A signed upload can't follow a redirect.",
		retriable: false,
	},
	UPLOAD_SIGNATURE_REFUSED: {
		kind: 'response',
		step: 'Upload',
		message: "the upload doesn't match the URL's signature (storage returned {response})",
		remedy: "If the URL is signed for a content type, enter that type in 'Content Type'.",
		retriable: false,
	},
	UPLOAD_REFUSED: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage refused the upload (returned {response})',
		remedy: 'Check that no proxy between n8n and the storage changes requests.',
		retriable: false,
	},
} as const satisfies Record<string, Message>;
