import { shortHash } from '../inspect/inspect';
import { isToken, MIN_IN_PATH } from '../secrets/urlParts';
import { lowerCaseQuery, prefixOfV4, readSignedUrl } from './signedUrl';
import { decodeUri } from './url';

const LIFETIME = /expir|^(exp|until|valid([_-]?(to|until))?)$/i;

/** Parameters that sign a URL, or give access to anybody who has it. A mere `key`, or a `recordingKey`, may name the file. */
const SECRET =
	/^x-(amz|goog)-|hmac|policy|(^|[_-])sign?$|signature$|auth(orization)?$|(credential|secret|token|(access|api|auth|private|sign|signing)[_-]?key)(-?id)?$|^key-?(pair-?)?id$|accessid$/i;

/** Short parameters that sign a URL or limit its life: `e` with a time or a hash, but not with a date. Any value with `eyJ` is a JSON Web Token. */
const SHORT_SECRET =
	/^((ex|hm|is|oe)=|e=(?!20\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$)[\da-f]{8,}$|[^=]*=eyJ)/i;

/** Other parameters of a storage's signed URL that don't name the file: how it is signed, until when, and how it is sent. */
const OF_STORAGE = /^(x-(amz|goog)-.*|x-id|response-.*|(aws|google)access(key)?id|signature)$/i;

const OF_AZURE = /^(s[eiprstv]|s(ig|ip|pr|rt|dd|cid)|sk(oid|tid|[estv])|s[au]oid|rsc[cdelt])$/i;

/** A value that ends like a file name, such as `?key=talks/1.mp4`, and so isn't a key. Names of scripts don't count. */
const FILE_VALUE = /\.(?!\d+$|(php|aspx?|ashx|cgi|jsp)$)[a-z\d]{2,4}$/i;

/** Returns a URL that identifies its file: without parts that change with a new signature, and with hashes of likely keys. */
export function urlIdentity(url: string): string {
	const { path, naming } = partsOfUrl(url);
	return naming.length === 0 ? path : `${path}?${new URLSearchParams(naming)}`;
}

/**
 * Splits a URL into what identifies its file: the path; `lasting`, the parameters that stay when it is signed again; `naming`, those
 * of them that aren't keys, with hashes of short ones. `kind` is that of its signature.
 */
export function partsOfUrl(url: string) {
	const { origin, pathname, searchParams } = new URL(url);
	const { kind } = readSignedUrl(url);
	// Other services sign URLs like the storages, and name the file in the query.
	const signing = kind === 'azure-sas' ? OF_AZURE : OF_STORAGE;
	const prefix = `${prefixOfV4(lowerCaseQuery(url))}-`;
	const lasting = [...searchParams].filter(([name]) => {
		const signs = signing.test(name) || name.toLowerCase().startsWith(prefix);
		return !LIFETIME.test(name) && (kind === 'unsigned' || !signs);
	});
	const naming = lasting.flatMap(([name, value]): Array<[string, string]> => {
		if (FILE_VALUE.test(value)) return [[name, value]];
		if (SHORT_SECRET.test(`${name}=${value}`)) return [];
		if (!SECRET.test(name)) return [[name, withoutKey(value)]];
		// A short value, such as `token=rec-1001`, may name the file of an unsigned URL.
		const mayName = kind === 'unsigned' && value.length < 16;
		return mayName ? [[name, shortHash(value)]] : [];
	});
	const path = `${origin}${pathname.split('/').map(withoutKey).join('/')}`;
	return { path, lasting, naming, kind };
}

function withoutKey(text: string): string {
	return isToken(decodeUri(text), MIN_IN_PATH) ? shortHash(text) : text;
}
