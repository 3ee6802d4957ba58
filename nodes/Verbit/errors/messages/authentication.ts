import type { Message } from '../stepError';

const COPY_KEY =
	"Copy 'API Key' again from My Account in Verbit, and check 'Environment' in the credential: the sandbox has its own key.";

export const AUTHENTICATION_MESSAGES = {
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
	AUTHENTICATION_NOT_VERBIT: {
		message: "{host} returned {response} instead of Verbit's response (HTTP {status})",
		remedy:
			"Check the URLs in the Verbit credential if 'Environment' is Custom, and any proxy between n8n and Verbit. Then check 'API Key'.",
		retriable: false,
	},
	CALL_BLOCKED: {
		message:
			"a web page came instead of Verbit's response (HTTP {status}), most likely from a proxy or firewall",
		remedy:
			"Check any proxy or firewall between n8n and Verbit, and 'Base URL' in the Verbit credential if 'Environment' is Custom. Then check 'API Key'.",
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
} as const satisfies Record<string, Message>;
