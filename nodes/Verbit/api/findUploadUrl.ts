import { isHttpUrl } from '../http/httpUrl';
import { readSignedUrl } from '../http/signedUrl';

/** Names that a field with an upload URL may have, without case and separators: `url`, `uploadUrl`, `pre_signed_url` … */
const URL_NAME = /^(upload|(upload|put|direct|target|s3|pre|signed)*(url|uri|link|href))$/;

/** Names of what such a field may stand in. */
const CONTAINER_NAME =
	/^(data|results?|response|payload|body|attributes|links|upload|directupload|asset|file|job)$/;

/**
 * Finds the upload URL in an answer whose form is not known: under a name that can mean nothing else, at the top or in
 * an object that can hold it. A URL that looks pre-signed wins over one that does not; the shallower over the deeper.
 * @param field where it should be, e.g. `upload_url` or `data.url`: it wins over others of its kind
 */
export function findUploadUrl(answer: object, field: string): string | undefined {
	const found = [valueAt(answer, field), ...plausibleValues(answer)].filter(isHttpUrl);
	return found.find((url) => readSignedUrl(url).kind !== 'unsigned') ?? found[0];
}

function valueAt(answer: object, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), answer);
}

/** Breadth first. */
function plausibleValues(answer: object): unknown[] {
	const values: unknown[] = [];
	const open: unknown[] = [answer];
	for (const holder of open) {
		for (const [name, value] of isObject(holder) ? Object.entries(holder) : []) {
			const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
			const isUrlName = URL_NAME.test(plain);
			if (isUrlName) values.push(value);
			if (isUrlName || CONTAINER_NAME.test(plain)) open.push(onlyEntry(value));
		}
	}
	return values;
}

/** A list of one is as good as its entry; one of several would be a choice. */
function onlyEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
