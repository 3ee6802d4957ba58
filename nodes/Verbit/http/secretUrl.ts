/** User and password before a host. */
const LOGIN = /:\/\/[^\s"<>/?#]*@/;

/** A JSON Web Token, under any name. */
const WEB_TOKEN = /eyJ[\w-]{5,400}\./;

/**
 * Names of parameters whose value opens something, in lower case: those of signed URLs at S3, Google, Azure, CloudFront and
 * Akamai, and those of tokens, keys and passwords, such as `access_token`, `sesskey` and `rlkey`. An `id`, a `code` or a
 * `page` is ordinary.
 */
const SECRET_NAME =
	/signature|token|secret|passw|pwd|credential|hmac|jwt|expire|sess(ion)?[-_.]?id|auth(?!or|-?user$)|(^|[^a-z])(sig|key|pass|sid|otp|md5)([^a-z]|$)|key$/;

/** Longer names are none, characters. */
const MAX_NAME = 100;

/** A URL in a value of another one may be encoded, and that one too. */
const MAX_DECODED = 3;

/**
 * Whether a text looks as if a URL in it were signed, or held a password, a token or a key. It may say so of text without
 * a URL. An ordinary URL, such as `https://example.com/course?id=42`, does not.
 */
export function mayHoldSecretUrl(text: string): boolean {
	let decoded = text;
	for (let times = 0; times < MAX_DECODED; times++) {
		if (LOGIN.test(decoded) || WEB_TOKEN.test(decoded) || hasSecretName(decoded)) return true;
		decoded = decoded.replace(/%([\da-f]{2})/gi, (_all, hex: string) =>
			String.fromCharCode(parseInt(hex, 16)),
		);
	}
	return false;
}

/** The names are what stands before each `=`. */
function hasSecretName(text: string): boolean {
	const before = text.split('=').slice(0, -1);
	return before.some((part) => {
		const name = part
			.slice(-MAX_NAME)
			.split(/[?#&;~/\s]/)
			.at(-1) as string;
		const words = name.replace(/([a-z])([A-Z])/g, '$1-$2');
		return SECRET_NAME.test(words.toLowerCase());
	});
}
