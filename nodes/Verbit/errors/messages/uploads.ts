import type { Message } from '../stepError';

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
	FILE_INVALID: {
		message: {
			empty: 'File "{file}" in field \'{field}\' has no content',
			encoding: "File \"{file}\" in field '{field}' isn't valid base64",
			other: 'File "{file}" in field \'{field}\' has no known size',
		},
		remedy:
			'Check the node that made the file. A Code node must copy the whole file with its id, or set data to the content in base64.',
	},
	FILE_DELETED: {
		message: "File \"{file}\" in field '{field}' is no longer in n8n's storage",
		remedy:
			'Run the workflow again from the node that gets the file. n8n deletes the files of old executions.',
	},
	FILE_UNREADABLE: {
		kind: 'input',
		step: 'Upload',
		message: "the file couldn't be read from n8n's storage ({reason})",
		remedy:
			"Run the workflow again from the node that gets the file. If it happens again, check n8n's storage for files.",
	},
	SEVERAL_FILES: {
		message: {
			fileName: "'File Name' is set, but this item has {count} files",
			other: 'An upload URL accepts one file, but this item has {count} files',
		},
		remedy: {
			fileName: "Name one field in 'Input Binary Field', or remove the option 'File Name'.",
			other:
				"Name one field in 'Input Binary Field', or remove the option 'Pre-Signed Upload URL'.",
		},
	},
	UPLOAD_URL_IN_SEVERAL_ITEMS: {
		message: '{count} items have the same upload URL ({url})',
		remedy:
			"Give each item its own upload URL, or remove the option 'Pre-Signed Upload URL'. An upload URL accepts one file.",
	},
	FILE_TOO_LARGE: {
		kind: 'input',
		step: 'Upload',
		message: 'the file is too large for the storage ({reason})',
		remedy: 'Split or compress the recording, or give Verbit a URL to it with Add Media.',
	},
	UPLOAD_CUT: {
		step: 'Upload',
		message: {
			again: 'the connection to {host} dropped at each attempt ({reason})',
			other: 'the connection to {host} dropped before the storage replied ({reason})',
		},
		remedy: {
			again:
				"The storage may have refused the upload before reading it: check that 'Content Type' fits the upload URL. Otherwise check the network and any proxy.",
			other: 'Check the network and any proxy between n8n and the storage, then run again.',
		},
		retriable: true,
	},
	UPLOAD_STALLED: {
		step: 'Upload',
		message: "no data was sent to {host} within 'Stall Timeout'",
		remedy: "Check the network between n8n and the storage, or raise 'Stall Timeout'.",
		retriable: true,
	},
	UPLOAD_NOT_STORED: {
		step: 'Upload',
		message: "the storage didn't store the whole file (returned {response})",
		remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		retriable: true,
	},
	CHECKSUM_MISMATCH: {
		step: 'Upload',
		message: "the checksum doesn't match (sent {sent}, stored {stored})",
		remedy:
			"Run again. If it happens again and the storage returns no MD5 as its ETag, turn off 'Verify Integrity'.",
		retriable: true,
	},
	UPLOAD_URL_EXPIRED: {
		step: 'Upload',
		message: 'the upload URL expired (storage returned {response})',
		remedy:
			"Run the workflow again. If you entered the upload URL, get a new one right before the upload, or remove the option 'Pre-Signed Upload URL'.",
		retriable: true,
	},
	UPLOAD_URL_UNUSABLE: {
		kind: 'input',
		step: 'Upload',
		message: "the upload URL requires {need}, which this node can't send",
		remedy:
			'Sign the URL for nothing but Host, Content-Type and Content-Length. With an AWS SDK, set requestChecksumCalculation to WHEN_REQUIRED.',
	},
	UPLOAD_REFUSED: {
		step: 'Upload',
		message: {
			redirect: 'the storage redirected the upload (returned {response})',
			other: 'the storage refused the upload (returned {response})',
		},
		remedy: {
			redirect:
				"Run again later: a new storage bucket redirects for a while. A signed upload can't follow a redirect.",
			signature: "If the URL is signed for a content type, enter that type in 'Content Type'.",
			other: 'Check that no proxy between n8n and the storage changes requests.',
		},
	},
} as const satisfies Record<string, Message>;
