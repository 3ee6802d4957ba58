import type { Message } from '../message';

export const API_MESSAGES = {
	CALL_REFUSED: {
		kind: 'response',
		message: 'Verbit returned {response}',
		remedy: '{remedy}',
	},
	CERTIFICATE_INVALID: {
		kind: 'response',
		message: "the certificate of {host} isn't trusted ({reason})",
		remedy:
			'Check {check}. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.',
		retriable: false,
	},
	CONNECTION_DROPPED: {
		kind: 'response',
		message: 'the connection dropped before {host} responded ({reason})',
		remedy:
			'Check the network and the proxy. The call may or may not have arrived: check the job before you try again.',
	},
	HOST_BUSY: {
		kind: 'response',
		message: '{host} returned {response}',
		remedy: '{host} is busy or down. Try again later.',
	},
	HOST_UNREACHABLE: {
		kind: 'response',
		message: "{host} couldn't be reached ({reason})",
		remedy: 'Check that n8n may connect to this host: the network, a firewall and {check}.',
		retriable: true,
	},
	NOT_VERBIT: {
		kind: 'response',
		message: 'Verbit returned {response}',
		remedy:
			"This isn't the Verbit API. Check 'Base URL' in the credential and any proxy between n8n and Verbit.",
	},
	PROXY_LOGIN_REQUIRED: {
		kind: 'response',
		message: 'the proxy between n8n and {host} requires a login (HTTP 407)',
		remedy:
			"Check the user name and password in n8n's HTTPS_PROXY or HTTP_PROXY. For a host that needs no proxy, add it to NO_PROXY.",
		retriable: false,
	},
	RESPONSE_UNUSABLE: {
		kind: 'response',
		message: 'Verbit returned {response}',
		remedy:
			"Run again later. If this continues, check 'Base URL' in the credential and any proxy between n8n and Verbit.",
	},
} as const satisfies Record<string, Message>;

/** What to do about a call that Verbit refused, by the `ErrorType` that it documents. */
export const REFUSAL_REMEDIES = new Map<string | undefined, string>([
	[
		'INVALID_OPTION',
		"Verbit doesn't know one of the values. Check the parameters of this operation.",
	],
	[
		'INVALID_QUERY',
		"Verbit can't do this for the job in its current status. Check the job with Get.",
	],
	['INVALID_URL', 'Check that the URL downloads the file without a login.'],
	[
		'ITEM_NOT_FOUND',
		"Check the job ID, the asset IDs and 'Environment' in the credential. An uploaded asset expires if it isn't used for 24 hours.",
	],
	[
		'MISSING_PARAMETER',
		"Verbit needs one more value. Check the parameters of this operation, and 'API Version' in the credential.",
	],
]);

export const CHECK_PARAMETERS = 'Check the parameters of this operation.';
