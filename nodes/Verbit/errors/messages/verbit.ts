import type { Message } from '../stepError';

const COPY_KEY =
	"Copy 'API Key' again from My Account in Verbit, and check 'Environment' in the credential: the sandbox has its own key.";

/** The credential, the network, and calls of any kind. */
export const VERBIT_MESSAGES = {
	API_KEY_REFUSED: {
		message: {
			apiKey: "Verbit didn't accept the API key ({response})",
			originalToken: "Verbit didn't accept the original API token ({response})",
			other:
				"Verbit didn't accept the key, neither as an API key nor as an original API token ({response})",
		},
		remedy: {
			apiKey: `${COPY_KEY} For a key of another kind, set 'Authentication' to Automatic.`,
			originalToken: `${COPY_KEY} For a key of another kind, set 'Authentication' to Automatic.`,
			other: COPY_KEY,
		},
		retriable: false,
	},
	CREDENTIAL_API_VERSION_INVALID: {
		message: "'API Version' in the Verbit credential must be a positive whole number (got {value})",
		remedy: 'Enter 4, unless Verbit tells you otherwise.',
	},
	CREDENTIAL_HOST_MISMATCH: {
		message: "This URL isn't on a host of the Verbit credential, so the token isn't sent",
		remedy: "Begin the URL with {baseUrl}, or choose the credential of the URL's environment.",
	},
	CREDENTIAL_KEY_INVALID: {
		message: "'API Key' in the Verbit credential is empty or has characters that no key has",
		remedy: 'Copy it again from My Account in Verbit, or click Generate Key there.',
	},
	CREDENTIAL_URL_INVALID: {
		message:
			"'{field}' in the Verbit credential must start with http:// or https://, and can't contain a login, ? or #",
		remedy: 'Enter a complete URL without its query or login, such as {example}.',
	},
	TOKEN_REFUSED: {
		message: "Verbit didn't accept the access token, nor a new one (it returned {response})",
		remedy:
			"Check that 'API Key', 'Environment' and, if it is Custom, both URLs in the Verbit credential belong together, and that your account may use this operation.",
	},
	CALL_REFUSED: {
		message: {
			INVALID_OPTION: "Verbit doesn't know one of the values (Verbit returned {response})",
			INVALID_QUERY: "the job's status doesn't allow this (Verbit returned {response})",
			INVALID_URL: "Verbit doesn't accept the URL (Verbit returned {response})",
			ITEM_NOT_FOUND: "Verbit can't find the job or asset (Verbit returned {response})",
			MISSING_PARAMETER: 'Verbit needs one more value (Verbit returned {response})',
			other: 'Verbit refused the call (Verbit returned {response})',
		},
		remedy: {
			INVALID_QUERY: 'Check the job with Get.',
			INVALID_URL: 'Check that the URL downloads the file without a login.',
			ITEM_NOT_FOUND:
				"Check the job ID, the asset IDs and 'Environment' in the credential. An uploaded asset expires if it isn't used for 24 hours.",
			MISSING_PARAMETER:
				"Check the parameters of this operation, and 'API Version' in the credential.",
			other: 'Check the parameters of this operation.',
		},
	},
	CERTIFICATE_INVALID: {
		message: "the certificate of {host} isn't trusted ({reason})",
		remedy: {
			verbit:
				"Check any proxy and, if 'Environment' is Custom, 'Base URL' and 'Authentication URL' in the credential. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.",
			other:
				'Check any proxy between n8n and this host. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.',
		},
		retriable: false,
	},
	CONNECTION_DROPPED: {
		message: 'the connection dropped before {host} responded ({reason})',
		remedy:
			'Check the network and the proxy. The call may or may not have arrived: check the job before you try again.',
	},
	HOST_BUSY: {
		message: '{host} is busy or down (returned {response})',
		remedy: 'Try again later.',
	},
	HOST_UNREACHABLE: {
		message: "{host} couldn't be reached ({reason})",
		remedy: {
			blocked: "Allow this host in n8n's SSRF protection (N8N_SSRF_ALLOWED_HOSTNAMES).",
			verbit:
				"Check that n8n may connect to this host: the network, a firewall and any proxy. If 'Environment' is Custom, check 'Base URL' and 'Authentication URL' in the credential too.",
			other:
				'Check that n8n may connect to this host: the network, a firewall and any proxy between n8n and this host.',
		},
		retriable: true,
	},
	PROXY_LOGIN_REQUIRED: {
		message: 'the proxy between n8n and {host} requires a login (HTTP 407)',
		remedy:
			"Check the user name and password in n8n's HTTPS_PROXY or HTTP_PROXY. For a host that needs no proxy, add it to NO_PROXY.",
		retriable: false,
	},
	RESPONSE_UNUSABLE: {
		message: "Verbit's response can't be used (returned {response})",
		remedy:
			"Run again later. If this continues, check any proxy between n8n and Verbit, and 'Base URL' in the credential if 'Environment' is Custom.",
	},
	NOT_VERBIT: {
		message: "the response doesn't come from Verbit ({host} returned {response})",
		remedy:
			"Check any proxy or firewall between n8n and Verbit, and the URLs in the Verbit credential if 'Environment' is Custom. Then check 'API Key'.",
	},
} as const satisfies Record<string, Message>;
