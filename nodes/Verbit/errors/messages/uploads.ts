import type { Message } from '../message';

/** The files of an item, and sending them to the storage behind an upload URL. */
export const UPLOAD_MESSAGES = {
	AGENT_HAS_NO_FILES: {
		kind: 'input',
		step: 'Check input',
		message: "AI agents can't pass files to Verbit",
		remedy: 'Let the agent use URLs, asset IDs and job IDs instead.',
		cause: 'An AI agent called an operation with a source of the kind Binary File.',
	},
	BINARY_FIELD_MISSING: {
		kind: 'input',
		step: 'Check input',
		message: "'Input Binary Field' is empty",
		remedy:
			'Enter the name of the field that holds the file, for example data. The name is in the Binary tab of the previous node.',
		cause: "'Input Binary Field' is empty, or its expression finds nothing.",
	},
	BINARY_FIELD_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'Input Binary Field' must be the name of a field (got {value})",
		remedy:
			'Enter the name of the field that holds the file, for example data. The name is in the Binary tab of the previous node.',
		cause:
			"'Input Binary Field' is an expression that returns an object which isn't a file of this item, or two fields hold the same file.",
	},
	BINARY_FIELD_REPEATED: {
		kind: 'input',
		step: 'Check input',
		message: "'Input Binary Field' names {field} twice",
		remedy: 'Name each field once, or enter * for all files of the item.',
		cause: "'Input Binary Field' contains the same name twice, for example data, data.",
	},
	FILE_NOT_FOUND: {
		kind: 'input',
		step: 'Check input',
		message: "No file found in field '{field}': this item has files in {fields}",
		remedy: "Enter one of these names in 'Input Binary Field', or * for all files of the item.",
		cause: "'Input Binary Field' names a field that holds no file.",
	},
	ITEM_WITHOUT_FILES: {
		kind: 'input',
		step: 'Check input',
		message: 'No file found: this item has no files',
		remedy:
			"Check that the previous node outputs a file (see its Binary tab). Many nodes, Verbit's too, don't pass files on: get the file after them, right before this step.",
		cause: 'The item has no binary data.',
	},
	FILE_EMPTY: {
		kind: 'input',
		step: 'Check input',
		message: 'File "{file}" in field \'{field}\' is empty',
		remedy: "Check the node that made the file. Empty files can't be uploaded.",
		cause: 'The file has 0 bytes.',
	},
	FILE_SIZE_UNKNOWN: {
		kind: 'input',
		step: 'Check input',
		message: 'File "{file}" in field \'{field}\' has no known size',
		remedy: 'Run the workflow again from the node that gets the file.',
		cause: "n8n's storage doesn't report the size of the file.",
	},
	FILE_WITHOUT_CONTENT: {
		kind: 'input',
		step: 'Check input',
		message: 'File "{file}" in field \'{field}\' has no content',
		remedy:
			'Check the node that made the file. A Code node must copy the whole file with its id, or set data to the content in base64.',
		cause: 'The binary field holds neither data nor a reference to a stored file.',
	},
	FILE_NOT_BASE64: {
		kind: 'input',
		step: 'Check input',
		message: "File \"{file}\" in field '{field}' isn't valid base64",
		remedy:
			'Check the node that made the file. A Code node must set data to the content in base64, or use this.helpers.prepareBinaryData().',
		cause: "The content of a file that a Code node created isn't base64.",
	},
	FILE_DELETED: {
		kind: 'input',
		step: 'Check input',
		message: "File \"{file}\" in field '{field}' is no longer in n8n's storage",
		remedy:
			'Run the workflow again from the node that gets the file. n8n deletes the files of old executions.',
		cause: 'n8n has deleted the file.',
	},
	FILE_UNREADABLE: {
		kind: 'input',
		step: 'Upload',
		message: "the file couldn't be read from n8n's storage ({reason})",
		remedy:
			"Run the workflow again from the node that gets the file. If it happens again, check n8n's storage for files.",
		cause: "Reading a file from n8n's storage failed, or ended early.",
	},
	FILE_STALLED: {
		kind: 'response',
		step: 'Upload',
		message: "n8n's storage sent no data of the file within 'Stall Timeout'",
		remedy: "Check n8n's storage for files, or raise 'Stall Timeout'.",
		cause: 'n8n keeps files in a database, S3 or Azure, and it stopped sending.',
		retriable: true,
	},
	FILE_NAME_FOR_SEVERAL: {
		kind: 'input',
		step: 'Check input',
		message: "'File Name' is set, but this item has {count} files",
		remedy:
			"Remove the option 'File Name' to keep each file's own name, or name one field in 'Input Binary Field'.",
		cause: "The option 'File Name' is for a single file.",
	},
	FILE_NAME_MISSING: {
		kind: 'input',
		step: 'Check input',
		message: "'File Name' is empty",
		remedy: 'Enter the name of the file that you want to upload, for example lecture.mp4.',
		cause: "'File Name' is empty, or its expression finds nothing.",
	},
	CONTENT_TYPE_INVALID: {
		kind: 'input',
		step: 'Check input',
		message: "'Content Type' isn't a valid MIME type (got {value})",
		remedy: 'Enter a type such as audio/mpeg or video/mp4, or remove the option.',
		cause: "The option 'Content Type' doesn't contain a MIME type.",
	},
	CONTENT_TYPE_UNSUPPORTED: {
		kind: 'input',
		step: 'Check input',
		message: "'Content Type' can't be {value}",
		remedy: "Enter the recording's type, such as audio/mpeg, or remove the option.",
		cause: "n8n's HTTP client cannot send a file under this type.",
	},
	UPLOAD_URL_FOR_SEVERAL_FILES: {
		kind: 'input',
		step: 'Check input',
		message: "{count} files can't share one upload URL",
		remedy: "Name one field in 'Input Binary Field', or set 'Upload To' to New Asset.",
		cause: 'An upload URL accepts one file. Of several files, the last would replace the others.',
	},
	UPLOAD_URL_IN_SEVERAL_ITEMS: {
		kind: 'input',
		step: 'Check input',
		message: '{count} items have the same upload URL ({url})',
		remedy:
			"Give each item its own upload URL, or set 'Upload To' to New Asset. An upload URL accepts one file.",
		cause: "Several items upload to the same 'Pre-Signed Upload URL'.",
	},
	UPLOAD_URL_MISSING: {
		kind: 'response',
		step: 'Add asset',
		message: 'Verbit created asset {assetId}, but returned no upload URL',
		remedy: "Check 'Base URL' in the credential and the option 'API Version'.",
		cause: "Verbit's response has an asset_id, but no upload_url.",
	},
	FILE_TOO_LARGE: {
		kind: 'input',
		step: 'Upload',
		message: 'the file has {bytes} bytes, but the storage accepts at most 5 GiB',
		remedy: 'Split or compress the recording, or give Verbit a URL to it with Add Media.',
		cause: 'One upload to S3 carries at most 5 GiB.',
	},
	UPLOAD_TOO_LARGE: {
		kind: 'response',
		step: 'Upload',
		message: 'the file is too large for the storage (returned {response})',
		remedy: 'Split or compress the recording. One upload to S3 carries at most 5 GiB.',
		cause: 'The storage returned EntityTooLarge, or 413.',
	},
	UPLOAD_CERTIFICATE_INVALID: {
		kind: 'response',
		step: 'Upload',
		message: "the certificate of {host} isn't trusted ({reason})",
		remedy:
			'Check any proxy between n8n and the storage. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.',
		cause:
			'The certificate of the storage has expired, is for another host, or is signed by an unknown authority. Nothing was sent.',
		retriable: false,
	},
	UPLOAD_CUT: {
		kind: 'response',
		step: 'Upload',
		message: 'the connection to {host} dropped before the storage replied ({reason})',
		remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		cause: 'The connection to the storage dropped during the upload.',
		retriable: true,
	},
	UPLOAD_CUT_AGAIN: {
		kind: 'response',
		step: 'Upload',
		message: 'the connection to {host} dropped at each attempt ({reason})',
		remedy:
			"The storage may have refused the upload before reading it: check that 'Content Type' fits the upload URL. Otherwise check the network and any proxy.",
		cause:
			'The connection dropped twice or more. If the storage refuses before reading the file, its reason can be lost with the connection.',
		retriable: true,
	},
	STORAGE_UNREACHABLE: {
		kind: 'response',
		step: 'Upload',
		message: "couldn't reach the storage at {host} ({reason})",
		remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		cause: 'No connection was made, so nothing was sent.',
		retriable: true,
	},
	UPLOAD_STALLED: {
		kind: 'response',
		step: 'Upload',
		message: "no data was sent to {host} within 'Stall Timeout'",
		remedy: "Check the network between n8n and the storage, or raise 'Stall Timeout'.",
		cause: 'The storage, or the network to it, accepted no data for that long.',
		retriable: true,
	},
	UPLOAD_INCOMPLETE: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage replied before the upload was complete',
		remedy: 'Run again. If it happens again, check any proxy between n8n and the storage.',
		cause: 'The storage returned success before the last byte was sent.',
		retriable: true,
	},
	CHECKSUM_MISMATCH: {
		kind: 'response',
		step: 'Upload',
		message: "the checksum doesn't match (sent {sent}, stored {stored})",
		remedy:
			"Run again. If it happens again and the storage returns no MD5 as its ETag, turn off 'Verify Integrity'.",
		cause: "The storage's ETag is the MD5 of other data than was sent.",
		retriable: true,
	},
	UPLOAD_URL_EXPIRED: {
		kind: 'response',
		step: 'Upload',
		message: 'the upload URL expired (storage returned {response})',
		remedy:
			"Run the workflow again. If you entered the upload URL, get a new one right before the upload, or set 'Upload To' to New Asset.",
		cause:
			"The storage says that the URL expired, or refused a URL older than 15 minutes. The node gets a new URL up to twice, but can't replace a URL that you entered.",
		retriable: true,
	},
	UPLOAD_NOT_RECEIVED: {
		kind: 'response',
		step: 'Upload',
		message: "the storage didn't receive the whole file (returned {response})",
		remedy: 'Check the network and any proxy between n8n and the storage, then run again.',
		cause: 'The network or a proxy held up or cut the upload, at each attempt.',
		retriable: true,
	},
	STORAGE_BUSY: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage is busy or down (returned {response})',
		remedy: "Run again later, or raise 'Max Attempts'.",
		cause: 'The storage returned 408, 429 or 5xx at each attempt.',
		retriable: true,
	},
	STORAGE_ASKS_TO_WAIT: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage is busy and asks to wait {wait} (returned {response})',
		remedy: 'Run again after that time. The node waits for at most 5 minutes.',
		cause: 'The storage returned with a Retry-After of more than 5 minutes.',
		retriable: true,
	},
	STORAGE_REDIRECTED: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage redirected the upload (returned {response})',
		remedy:
			"Run again later: a new storage bucket redirects for a while. A signed upload can't follow a redirect.",
		cause: 'The storage returned 3xx.',
		retriable: false,
	},
	UPLOAD_SIGNATURE_REFUSED: {
		kind: 'response',
		step: 'Upload',
		message: "the upload doesn't match the URL's signature (storage returned {response})",
		remedy: "If the URL is signed for a content type, enter that type in 'Content Type'.",
		cause: 'The storage returned SignatureDoesNotMatch.',
		retriable: false,
	},
	UPLOAD_REFUSED: {
		kind: 'response',
		step: 'Upload',
		message: 'the storage refused the upload (returned {response})',
		remedy: 'Check that no proxy between n8n and the storage changes requests.',
		cause: 'The storage refused the upload in a way that a repeat cannot fix.',
		retriable: false,
	},
} as const satisfies Record<string, Message>;
