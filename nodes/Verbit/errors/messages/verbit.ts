import type { CatalogueEntry } from './message';

const CHECK_KEY =
	"'Environment': the sandbox has its own key under My Account in Verbit, and a newer key of the same user may have revoked this one.";

export const VERBIT_MESSAGES = {
	API_KEY_REFUSED: {
		message: "Verbit didn't accept the {key} ({response})",
		remedy: {
			Automatic: `In the credential, check 'API Key' and ${CHECK_KEY}`,
			other: `In the credential, set 'Authentication' to Automatic, and check 'API Key' and ${CHECK_KEY}`,
		},
		retriable: false,
		failsAllItems: true,
	},
	CREDENTIAL_HOST_MISMATCH: {
		message: "This URL isn't on a host of the Verbit credential, so the token isn't sent",
		remedy: "Begin the URL with {baseUrl}, or choose the credential of the URL's environment.",
		failsAllItems: true,
	},
	CREDENTIAL_KEY_INVALID: {
		message: "'API Key' in the Verbit credential is empty or has characters that no key has",
		remedy:
			'Copy a key that My Account in Verbit shows. Generating a new key may revoke an earlier one that something else uses.',
		failsAllItems: true,
	},
	CREDENTIAL_URL_INVALID: {
		message: {
			Environment:
				"'Environment' in the Verbit credential must be production, sandbox or custom (got {got})",
			other:
				"'{field}' in the Verbit credential must start with http:// or https://, and can't contain a login, ? or #",
		},
		remedy: {
			Environment: 'Select one of them.',
			other: 'Enter a complete URL without its query or login, such as {example}.',
		},
		failsAllItems: true,
	},
	TOKEN_REFUSED: {
		message: "Verbit didn't accept the access token, nor a new one (it returned {response})",
		remedy:
			"Check that 'API Key', 'Environment' and, if it is Custom, both URLs in the Verbit credential belong together, and that your account may use this operation.",
		failsAllItems: true,
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
				"Check the job ID, the asset IDs and 'Environment' in the credential. The job may have been deleted in Verbit or be hidden from the key's user, and an asset expires if it isn't used for 24 hours.",
			MISSING_PARAMETER:
				"Check the parameters of this operation, and 'API Version' in the credential.",
			other: 'Check the parameters of this operation.',
		},
		agentRemedy: {
			ITEM_NOT_FOUND:
				"Check the job ID and the asset IDs. An uploaded asset expires if it isn't used for 24 hours.",
		},
	},
	CONNECTION_DROPPED: {
		message: 'the connection dropped before {host} responded ({reason})',
		remedy:
			'Check the network and any proxy between n8n and {host}. The call may or may not have arrived.',
		agentRemedy: 'The call may or may not have arrived: check the job before you try again.',
		advisedTry: 'continueFirst',
		failsAllItems: true,
	},
	HOST_BUSY: {
		message: '{host} is busy or down (returned {response})',
		remedy: 'Wait a few minutes.',
		agentRemedy: 'Try again later.',
		failsAllItems: true,
	},
	HOST_UNREACHABLE: {
		message: {
			certificate: "the certificate of {host} isn't trusted ({reason})",
			other: "{host} couldn't be reached ({reason})",
		},
		remedy: {
			blocked: "Allow this host in n8n's SSRF protection (N8N_SSRF_ALLOWED_HOSTNAMES).",
			certificate:
				"Check any proxy between n8n and this host, and the URLs in the Verbit credential if 'Environment' is Custom. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.",
			other:
				"Check the host's name, and that n8n may connect to it: the network, a firewall and any proxy between n8n and this host. If 'Environment' is Custom, check the URLs in the Verbit credential too.",
		},
		retriable: true,
		advisedTry: 'continue',
		failsAllItems: true,
	},
	PROXY_LOGIN_REQUIRED: {
		message: 'the proxy between n8n and {host} requires a login (HTTP 407)',
		remedy:
			"Check the user name and password in n8n's HTTPS_PROXY or HTTP_PROXY. For a host that needs no proxy, add it to NO_PROXY.",
		retriable: false,
		failsAllItems: true,
	},
	RESPONSE_INCOMPLETE: {
		activity: 'Add asset',
		message: "Verbit's response lacks {missing} (returned {response})",
		remedy:
			"If this continues, check any proxy between n8n and Verbit, and 'API Version' and the URLs in the Verbit credential.",
		advisedTry: 'continueFirst',
		failsAllItems: true,
	},
	NOT_VERBIT: {
		message: "the response doesn't come from Verbit ({host} returned {response})",
		remedy:
			"Check any proxy or firewall between n8n and Verbit, then 'API Key', and if 'Environment' is Custom, the URLs in the Verbit credential.",
		failsAllItems: true,
	},
} as const satisfies Record<string, CatalogueEntry>;
