import type { IDataObject, Logger } from 'n8n-workflow';

import { withoutPatterns } from './shownText';

/** A shorter text may be part of any word, characters. */
const MIN_LENGTH = 6;

/** A shorter key may be a word of the captions, characters. */
const MIN_QUOTED_LENGTH = 12;

const registries = new WeakMap<object, Secrets>();

/** What one run has sent and received as secrets. n8n makes a context for each run: both are forgotten together. */
export function secretsOf(context: object): Secrets {
	const secrets = registries.get(context) ?? new Secrets();
	registries.set(context, secrets);
	return secrets;
}

/** By their first characters: a search takes as long for thousands of them as for one. */
type Known = Map<string, Set<string>>;

/** The one way out: of every text that becomes a message, output, file name or log line the run's secrets are taken out. */
export class Secrets {
	/** Keys and tokens of a credential, which may stand nowhere. */
	private readonly keys: Known = new Map();

	private readonly all: Known = new Map();

	addKeys(...keys: string[]): this {
		for (const key of keys) this.add(key, this.keys, this.all);
		return this;
	}

	addUrlsIn(value: unknown): void {
		mapTexts(value, (text) => {
			// In a sentence, quotes and punctuation around a URL aren't part of it.
			for (const [url] of text.matchAll(/https?:\/\/[^\s"<>]*[^\s"<>'.,;:)\]}]/gi))
				if (URL.canParse(url)) this.addUrl(url);
			return text;
		});
	}

	private addUrl(url: string): void {
		const { username, password, search, searchParams } = new URL(url);
		for (const login of [username, password]) this.add(login, this.all);
		const isKnownForm = [...searchParams.keys()].some((name) => OF_KNOWN_FORM.test(name));
		for (const parameter of search.slice(1).split('&')) {
			const [name, ...rest] = parameter.split('=');
			const { text } = decode(rest.join('='));
			if (!SECRET_NAME.test(name) && (isKnownForm || isPlain(text))) continue;
			this.add(text, this.all);
			// The ID of a key, before its scope.
			if (/credential$/i.test(name)) this.add(text.split('/')[0], this.all);
		}
	}

	/** Leaves out ordinary words, which captions contain as well. */
	private add(given: string, ...sets: Known[]): void {
		const { text } = decode(given);
		// Percent stands for a byte, of which UTF-8 may have several for a character, and in a form `+` for a space.
		const read = [text, Buffer.from(text, 'latin1').toString()];
		const written = read.flatMap((one) => [one, one.replace(/\+/g, ' ')]);
		const forms = isWord(text) ? [] : written.flatMap((one) => [one, ...inBase64(one)]);
		for (const form of forms.filter(({ length }) => length >= MIN_LENGTH)) {
			const beginning = form.slice(0, MIN_LENGTH);
			for (const known of sets) {
				known.set(beginning, (known.get(beginning) ?? new Set()).add(form));
			}
		}
	}

	redact(given: string, known = this.all): string {
		if (known.size === 0) return given;
		const { text, offsets } = decode(given);
		let shown = '';
		let end = 0;
		for (let index = 0; index <= text.length - MIN_LENGTH; index++) {
			const length = lengthAt(text, index, known);
			if (length === 0) continue;
			shown += `${given.slice(end, offsets?.[index] ?? index)}…`;
			index += length - 1;
			end = offsets?.[index + 1] ?? index + 1;
		}
		return shown + given.slice(end);
	}

	redactIn<T>(value: T): T {
		return mapTexts(value, (text) => this.redact(text)) as T;
	}

	/** The fields of an output, without secrets that are known only by how they look either. @param asIs names that stay */
	clean(fields: IDataObject, asIs: string[] = []): IDataObject {
		const change = (text: string, isOwn: boolean) =>
			isOwn ? this.redact(text, this.keys) : this.redact(withoutPatterns(text));
		const entries = Object.entries(fields).flatMap<[string, unknown]>(([name, value]) => {
			if (value === undefined) return [];
			if (asIs.includes(name)) return [[name, value]];
			return Object.entries(Object(mapTexts({ [name]: value }, change)));
		});
		return Object.fromEntries(entries) as IDataObject;
	}

	hasKeyIn(bytes: Buffer): boolean {
		const keys = [...this.keys.values()].flatMap((forms) => [...forms]);
		return keys
			.filter(({ length }) => length >= MIN_QUOTED_LENGTH)
			.flatMap((key) => [key, encodeURIComponent(key), key.replace(/\//g, '\\/')])
			.some((form) => bytes.includes(form));
	}
}

/** n8n's log, without the secrets of the run. */
export function logOf(context: { logger: Logger }): Pick<Logger, 'info' | 'warn'> {
	const at = (level: 'info' | 'warn') => (text: string, details?: Record<string, unknown>) =>
		context.logger[level](secretsOf(context).redact(text), details);
	return { info: at('info'), warn: at('warn') };
}

/** How long the secret is that begins here, whole or cut off at a `…`; 0 where none does. */
function lengthAt(text: string, index: number, known: Known): number {
	const secrets = known.get(text.slice(index, index + MIN_LENGTH));
	if (secrets === undefined) return 0;
	const cut = text.indexOf('…', index);
	const beginning = text.slice(index, Math.max(index, cut)).replace(PART_OF_ENCODED, '');
	const lengths = [...secrets].map((secret) => {
		if (text.startsWith(secret, index)) return secret.length;
		return beginning !== '' && secret.startsWith(beginning) ? cut - index : 0;
	});
	return Math.max(0, ...lengths);
}

/** A parameter of S3, Google, CloudFront or Azure, where the rest of the query is no secret. */
const OF_KNOWN_FORM = /^(x-(amz|goog)-signature|awsaccesskeyid|googleaccessid|key-pair-id|sv)$/i;

const SECRET_NAME = /sig(nature)?$|credential$|accessid$|token|policy|key|secret|pass|auth/i;

function isWord(text: string): boolean {
	return /^(\p{Lu}?\p{Ll}{0,24}|\p{Lu}{0,24}|[\d.,:-]*)$/u.test(text);
}

/** Words, also with numbers behind them, with anything between; and the name of a file. */
function isPlain(text: string): boolean {
	if (/\.\w{2,4}$/.test(text)) return true;
	return text.split(/[^\p{L}\d]+/u).every((part) => isWord(part.replace(/(?<=\D)\d+$/, '')));
}

/** Percent, JSON and HTML, each also applied several times. */
const ENCODED =
	/%(?:25)*([\da-f]{2})|\\+u([\da-f]{4})|\\+(["'/\\])|&(?:amp;)*(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|apos|gt|lt|quot));/;

const HTML_NAMES: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** What is left of an encoded character where a text is cut off. */
const PART_OF_ENCODED = /(%[\da-f]?|\\(u[\da-f]{0,3})?|&[#\w]{0,7})$/i;

/** @returns `offsets` of the characters in the given text; left out where nothing is encoded */
function decode(given: string): { text: string; offsets?: number[] } {
	if (!/[%\\&]/.test(given)) return { text: given };
	const offsets: number[] = [];
	// Every encoded character, and every other one.
	const text = [...given.matchAll(new RegExp(`${ENCODED.source}|[^]`, 'gi'))].map((match) => {
		const [one, percent, unicode, escaped, hex, decimal, name] = match;
		offsets.push(match.index);
		if (one.length === 1) return one;
		if (escaped !== undefined || name !== undefined)
			return escaped ?? HTML_NAMES[name.toLowerCase()];
		return String.fromCharCode(Number(decimal ?? `0x${percent ?? unicode ?? hex}`));
	});
	return { text: text.join(''), offsets: [...offsets, given.length] };
}

/** In base64, alone or behind other text: what its neighbours don't change. */
function inBase64(text: string): string[] {
	return [0, 1, 2].flatMap((before) => {
		const bytes = Buffer.from(' '.repeat(before) + text);
		const end = bytes.length % 3 === 0 ? undefined : -1;
		const form = bytes
			.toString('base64')
			.replace(/=+$/, '')
			.slice(before && before + 1, end);
		return [form, form.replace(/\+/g, '-').replace(/\//g, '_')];
	});
}

/** JSON nested deeper would overflow the stack here or in n8n, which has to save it. */
const MAX_DEPTH = 100;

/** What the user entered is found by what was sent, assets by their IDs, and captions are content: all but keys stays. */
const OWN_FIELDS =
	/^(asset_ids?|external_id|job_metadata|job_name|labels|segments|speakers|text|transcript)$/;

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
	// `fromEntries` keeps a field named `__proto__`.
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			change(name, isOwn),
			mapTexts(entry, change, isOwn || OWN_FIELDS.test(name), depth + 1),
		]),
	);
}
