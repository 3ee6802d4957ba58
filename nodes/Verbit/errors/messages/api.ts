import type { Message } from '../message';

const RETURNED = 'Verbit returned {response}';

/** Calls of Verbit's API that every operation shares. */
export const API_MESSAGES = {
	CALL_REFUSED: {
		kind: 'response',
		message: RETURNED,
		remedy: 'Check the parameters of this operation.',
	},
	CERTIFICATE_INVALID: {
		kind: 'response',
		message: "the server's certificate isn't trusted ({reason})",
		remedy:
			"Check 'Base URL' in the credential and any proxy between n8n and Verbit. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.",
		retriable: false,
	},
	CONNECTION_DROPPED: {
		kind: 'response',
		message: 'the connection dropped before Verbit responded ({reason})',
		remedy:
			"Check the network, the proxy and 'Base URL' in the credential. The call may or may not have arrived: check the job before you try again.",
	},
	INVALID_OPTION: {
		kind: 'response',
		message: RETURNED,
		remedy: "Verbit doesn't know one of the values. Check the parameters of this operation.",
	},
	INVALID_QUERY: {
		kind: 'response',
		message: RETURNED,
		remedy: "Verbit can't do this for the job in its current status. Check the job with Get.",
	},
	INVALID_URL: {
		kind: 'response',
		message: RETURNED,
		remedy: 'Check that the URL downloads the file without a login.',
	},
	ITEM_NOT_FOUND: {
		kind: 'response',
		message: RETURNED,
		remedy:
			"Check the job ID, the asset IDs and 'Environment' in the credential. An uploaded asset expires if it isn't used for 24 hours.",
	},
	MISSING_PARAMETER: {
		kind: 'response',
		message: RETURNED,
		remedy:
			"Verbit needs one more value. Check the parameters of this operation and the option 'API Version'.",
	},
	NOT_VERBIT: {
		kind: 'response',
		message: RETURNED,
		remedy:
			"This isn't the Verbit API. Check 'Base URL' in the credential and any proxy between n8n and Verbit.",
	},
	PROXY_LOGIN_REQUIRED: {
		kind: 'response',
		message: 'the proxy between n8n and {target} requires a login (HTTP 407)',
		remedy:
			"Check the user name and password in n8n's HTTPS_PROXY or HTTP_PROXY. For a host that needs no proxy, add it to NO_PROXY.",
		retriable: false,
	},
	RESPONSE_UNUSABLE: {
		kind: 'response',
		message: RETURNED,
		remedy:
			"Run again later. If this continues, check 'Base URL' in the credential and any proxy between n8n and Verbit.",
	},
	VERBIT_REDIRECTED: {
		kind: 'response',
		message: RETURNED,
		remedy:
			"The node doesn't follow redirects, to keep the access token on its host. Check 'Base URL' in the credential.",
	},
	VERBIT_UNAVAILABLE: {
		kind: 'response',
		message: RETURNED,
		remedy: 'Verbit is busy or down. Try again later.',
	},
	VERBIT_UNREACHABLE: {
		kind: 'response',
		message: "Verbit couldn't be reached ({reason})",
		remedy: "Check the network, the proxy and 'Base URL' in the credential, and try again.",
		retriable: true,
	},
} as const satisfies Record<string, Message>;
