import type { IDataObject, Logger } from 'n8n-workflow';

import { fieldsOf, getOrInsert, MAX_DEPTH } from '../inspect/inspect';
import { decode, formsOf } from './encodings';
import { withoutLikelySecrets } from './shownText';
import { secretsIn } from './urlParts';

/** Length below which a secret isn't searched for, because it may be part of any word. */
const MIN_LENGTH = 6;

/** Length from which a key can't be an ordinary word of the captions. */
const LONG_KEY = 12;

const registries = new WeakMap<object, Secrets>();

/** Returns the secrets of one run of the node. n8n makes a context for each run, with which the secrets are forgotten. */
export function secretsOf(context: object): Secrets {
	return getOrInsert(registries, context, () => new Secrets());
}

/** The secrets that a run has sent and received. All messages, outputs, file names and log lines pass through this class. */
export class Secrets {
	/** Forms of the secrets by their first characters, so that a search for thousands of secrets takes as long as for one. */
	private readonly forms = new Map<string, Set<string>>();

	/** Keys and tokens of a credential. Unlike other secrets, they are removed even from the user's own data. */
	private readonly keys = new Set<string>();

	/** What a URL itself calls a secret. Others, such as a code in a path, may name a file. */
	private readonly certain = new Set<string>();

	/** IDs and names that the user knows. They aren't secrets, even if a URL contains them. */
	private readonly shownAnyway = new Set<string>();

	addKeys(...keys: string[]): this {
		for (const key of keys) {
			const forms = key.length < LONG_KEY ? this.add(key) : this.addForms(decode(key).text);
			for (const form of forms) this.keys.add(form);
		}
		return this;
	}

	addUrlsIn(value: unknown): void {
		// A search takes longer the more secrets begin alike.
		let left = 1000;
		mapTexts(value, (text, isOwn) => {
			if (isOwn) this.shownAnyway.add(text);
			// Quotes and punctuation around a URL in a sentence aren't part of the URL. No URL is longer: see `isHttpUrl`.
			for (const [url] of text.matchAll(/:\/\/[^\s"<>]{0,16384}[^\s"<>'.,;:)\]}]/g)) {
				const secrets = left > 0 ? secretsIn(url).slice(0, left) : [];
				for (const [secret, isCertain] of secrets) {
					const forms = this.add(secret);
					if (isCertain) for (const form of forms) this.certain.add(form);
				}
				left -= secrets.length;
			}
			return text;
		});
	}

	/** Adds a secret, unless it is an ordinary word, which captions may contain, too. */
	private add(secret: string): string[] {
		const { text } = decode(secret);
		const isWord = /^(\p{Lu}?\p{Ll}{0,24}|\p{Lu}{0,24})$/u.test(text);
		return isWord ? [] : this.addForms(text);
	}

	private addForms(decoded: string): string[] {
		const forms = formsOf(decoded).filter(({ length }) => length >= MIN_LENGTH);
		for (const form of forms) {
			const beginning = form.slice(0, MIN_LENGTH);
			getOrInsert(this.forms, beginning, () => new Set()).add(form);
		}
		return forms;
	}

	redact<T>(value: T): T {
		const isHidden = (form: string) => this.keys.has(form) || !this.shownAnyway.has(form);
		return mapTexts(value, (text) => this.hide(text, isHidden)) as T;
	}

	/** Returns a file's name without what is secret for certain. A host often names a file by a part of its URL. */
	redactFileName(name: string): string {
		return this.hide(name, (form) => this.keys.has(form) || this.certain.has(form));
	}

	/** Returns an output without secrets and texts that look like secrets. The fields named in `unredacted` stay unchanged. */
	redactOutput(fields: IDataObject, unredacted: string[] = []): IDataObject {
		const change = (text: string, isOwn: boolean) =>
			isOwn
				? this.hide(text, (form) => this.keys.has(form))
				: this.redact(withoutLikelySecrets(text));
		const shown = Object.entries(fields).flatMap(([name, value]) => {
			const field: IDataObject = { [name]: value };
			// A search through a large field of the input would take seconds.
			const isKept = unredacted.includes(name) && value !== undefined;
			return Object.entries(isKept ? field : fieldsOf(mapTexts(field, change)));
		});
		return Object.fromEntries(shown);
	}

	hasKeyIn(bytes: Buffer): boolean {
		return [...this.keys]
			.filter(({ length }) => length >= LONG_KEY)
			.flatMap((key) => [key, encodeURIComponent(key), key.replace(/\//g, '\\/')])
			.some((form) => bytes.includes(form));
	}

	private hide(encoded: string, isHidden: (form: string) => boolean): string {
		if (this.forms.size === 0) return encoded;
		const { text, inEncoded } = decode(encoded);
		let shown = '';
		let end = 0;
		for (let index = 0; index <= text.length - MIN_LENGTH; index++) {
			const forms = this.forms.get(text.slice(index, index + MIN_LENGTH));
			if (forms === undefined) continue;
			const lengths = [...forms].filter(isHidden).map((form) => lengthAt(text, index, form));
			const longest = Math.max(0, ...lengths);
			if (longest === 0) continue;
			const start = inEncoded(index);
			index += longest - 1;
			shown += `${encoded.slice(end, start)}…`;
			end = start + encoded.slice(start, inEncoded(index + 1)).trimEnd().length;
		}
		return shown + encoded.slice(end);
	}
}

/** A number that stands alone. As part of a name or of a longer number, the same digits mean something else. */
const NUMBER = /(?<![\p{L}\d_.-])\d+(?![\p{L}\d_-]|\.\w)/uy;

/** Returns the length of the secret at `index`, even if a `…` cuts the secret off; 0 without a secret. */
function lengthAt(text: string, index: number, secret: string): number {
	let length = MIN_LENGTH;
	while (length < secret.length && text[index + length] === secret[length]) length++;
	NUMBER.lastIndex = index;
	if (length === secret.length) return /\D/.test(secret) || NUMBER.test(text) ? length : 0;
	// If the cut is within an encoded character, the `…` follows a few characters later.
	const left = text.slice(index + length, index + length + 9).indexOf('…');
	return left === -1 ? 0 : length + left;
}

/** Fields that users need unchanged: their own input, names and MD5s of files, asset IDs and captions. Only keys are removed. */
const OWN_FIELDS =
	/^(asset_ids?|external_id|file_names?|job_metadata|job_name|labels|md5|segments|speakers|text|transcript)$/;

function mapTexts(
	value: unknown,
	change: (text: string, isOwn: boolean) => string,
	isOwn = false,
	depth = 0,
): unknown {
	if (typeof value === 'string') return change(value, isOwn);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) return '…';
	if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, isOwn, depth + 1));
	// Unlike an assignment, `fromEntries` keeps a field named `__proto__`.
	const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
	const changed = entries.map(([name, entry]) => {
		const isOwnField = isOwn || OWN_FIELDS.test(name);
		return [change(name, isOwn), mapTexts(entry, change, isOwnField, depth + 1)];
	});
	return Object.fromEntries(changed);
}

export function logOf(context: { logger: Logger }): Pick<Logger, 'info' | 'warn'> {
	const at = (level: 'info' | 'warn') => (text: string, details?: Record<string, unknown>) =>
		context.logger[level](secretsOf(context).redact(text), details);
	return { info: at('info'), warn: at('warn') };
}
