import type { Message } from '../message';

/** Getting an access token for the API key, in a run and in the credential's test. */
export const AUTHENTICATION_MESSAGES = {
	API_KEY_REFUSED: {
		kind: 'response',
		step: 'Authenticate',
		message: "Verbit didn't accept the API key ({host} returned {status})",
		remedy:
			"Check 'API Key' and 'Environment' in the Verbit credential: the sandbox has its own key under My Account in Verbit. If you have an original API token, set 'Authentication' to Original API Token.",
		retriable: false,
	},
	API_TOKEN_REFUSED: {
		kind: 'response',
		message: "Verbit didn't accept the original API token: it returned {response}",
		remedy:
			"Check 'API Key' and 'Environment' in the Verbit credential. If your key is from My Account in Verbit, set 'Authentication' to API Key.",
	},
	AUTHENTICATION_CERTIFICATE_INVALID: {
		kind: 'response',
		step: 'Authenticate',
		message: "the certificate of {host} isn't trusted ({reason})",
		remedy:
			"Check 'Authentication URL' in the Verbit credential and any proxy between n8n and Verbit. If your network uses its own certificate authority, add it to n8n with NODE_EXTRA_CA_CERTS.",
		retriable: false,
	},
	AUTHENTICATION_PROXY_LOGIN_REQUIRED: {
		kind: 'response',
		step: 'Authenticate',
		message: 'the proxy between n8n and {host} requires a login (HTTP {status})',
		remedy:
			"Check the user name and password in n8n's HTTPS_PROXY or HTTP_PROXY. Your API key was neither accepted nor refused.",
		retriable: false,
	},
	AUTHENTICATION_REDIRECTED: {
		kind: 'response',
		step: 'Authenticate',
		message:
			'{host} redirected the API key exchange (HTTP {status}), and the key is never sent to another host',
		remedy: "Check 'Authentication URL' in the Verbit credential.",
		retriable: false,
	},
	AUTHENTICATION_RETURNED_PAGE: {
		kind: 'response',
		step: 'Authenticate',
		message: '{host} returned a web page instead of an access token (HTTP {status})',
		remedy:
			"Check 'Authentication URL' in the Verbit credential if 'Environment' is Custom, and any proxy between n8n and Verbit. Then check 'API Key'.",
		retriable: false,
	},
	AUTHENTICATION_UNAVAILABLE: {
		kind: 'response',
		step: 'Authenticate',
		message: "{host} can't exchange the API key now (HTTP {status})",
		remedy: 'Try again later. Your API key was neither accepted nor refused.',
		retriable: true,
	},
	AUTHENTICATION_UNREACHABLE: {
		kind: 'response',
		step: 'Authenticate',
		message: "{host} couldn't be reached to exchange the API key ({reason})",
		remedy:
			"Check the network, the proxy and, if 'Environment' is Custom, 'Authentication URL' in the Verbit credential.",
		retriable: true,
	},
	CALL_BLOCKED: {
		kind: 'response',
		message:
			"a web page came instead of Verbit's response (HTTP {status}), most likely from a proxy or firewall",
		remedy:
			"Check any proxy or firewall between n8n and Verbit, and 'Base URL' in the Verbit credential if 'Environment' is Custom. Then check 'API Key'.",
	},
	CREDENTIAL_URL_HAS_QUERY: {
		message: "'{field}' in the Verbit credential can't contain ? or #",
		remedy: 'Enter the URL without its query, such as {example}.',
	},
	CREDENTIAL_URL_INVALID: {
		message: "'{field}' in the Verbit credential must start with http:// or https://",
		remedy: 'Enter a complete URL, such as {example}.',
	},
	SAME_TOKEN_RETURNED: {
		kind: 'response',
		step: 'Authenticate',
		message: "Verbit didn't accept the access token, and the exchange returned the same one again",
		remedy: "Check that 'Base URL' and 'Authentication URL' in the credential belong together.",
	},
	TOKEN_REFUSED: {
		kind: 'response',
		message: "Verbit didn't accept the access token, nor a new one: it returned {response}",
		remedy:
			"Check that 'API Key' and 'Environment' in the Verbit credential belong together, and that your account may use this operation.",
	},
} as const satisfies Record<string, Message>;
