import { type IDataObject, jsonParse } from 'n8n-workflow';

import { createError } from '../errors/createError';
import type { StepError } from '../errors/stepError';
import { isDate, isObject, isTooDeep, MAX_DEPTH, propertiesOf } from '../inspect/inspect';
import { describeValue } from '../secrets/shownText';

/** Reads a text, a number as its digits, or a date such as `$now` in ISO 8601. Returns undefined for an empty value. */
export function readText(displayName: string, value: unknown): string | undefined {
	const text = textOf(value ?? '');
	if (text !== undefined) return text === '' ? undefined : text;
	throw valueError(displayName, 'text', value);
}

export const requiredText = (example: string) => (displayName: string, value: unknown) => {
	const text = readText(displayName, value);
	if (text !== undefined) return text;
	throw createError('FIELD_EMPTY', { field: displayName, example });
};

function textOf(value: unknown): string | undefined {
	if (typeof value === 'number') return textOfNumber(value);
	const { toJSON } = propertiesOf(value);
	// `toJSON` of JavaScript and Luxon dates returns null for an invalid date.
	const text = isDate(value) && typeof toJSON === 'function' ? toJSON.call(value) : value;
	return typeof text === 'string' ? text.trim() : undefined;
}

/** Returns undefined for NaN, Infinity, and integers too large to be exact, because several of these have the same text. */
function textOfNumber(value: number): string | undefined {
	const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
	return Number.isFinite(value) && isExact ? String(value) : undefined;
}

export function readList(displayName: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flat();
	const text = typeof value === 'string' ? value.trim() : (value ?? '');
	if (text === '') return [];
	if (typeof text !== 'string') return [text];
	if (!text.startsWith('[')) return text.split(',');
	return readJson<unknown[]>(displayName, 'a JSON array', text);
}

export function readTextList(displayName: string, value: unknown): string[] {
	const entries = readList(displayName, value).map((entry) => readEntry(displayName, entry));
	return entries.filter((text) => text !== '');
}

export function readEntry(displayName: string, entry: unknown): string {
	const text = textOf(entry);
	if (text !== undefined) return text;
	throw valueError(displayName, 'text in each entry', entry);
}

export function readJsonObject(displayName: string, value: unknown): IDataObject {
	const input = typeof value === 'string' ? value.trim() || '{}' : (value ?? {});
	const object =
		typeof input === 'string' ? readJson<unknown>(displayName, 'a JSON object', input) : input;
	if (!isObject(object)) throw valueError(displayName, 'a JSON object', object);
	const flat = `a JSON object with at most ${MAX_DEPTH} nested levels`;
	if (isTooDeep(object)) throw jsonError(displayName, flat, 'more');
	const [changed] = changedIn(object);
	const form = 'a JSON object of texts, exact numbers, booleans, lists and objects';
	if (changed !== undefined) throw valueError(displayName, form, changed);
	const isRepeated =
		typeof input === 'string' && countNames(input) > countNames(JSON.stringify(object));
	if (isRepeated) throw jsonError(displayName, 'a JSON object', 'the same name twice');
	return { ...object };
}

/** Returns the values that JSON would change, such as an inexact number, a date, a Map or a function. */
function changedIn(value: unknown): unknown[] {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return [];
	if (typeof value === 'number') return textOfNumber(value) === undefined ? [value] : [];
	// JSON changes undefined to null in a list, and leaves it out of an object.
	if (Array.isArray(value))
		return value.includes(undefined) ? ['undefined in a list'] : value.flatMap(changedIn);
	if (!isObject(value)) return [value];
	// The prototype of a plain object has no prototype itself, even if the object comes from another realm.
	const prototype: object | null = Object.getPrototypeOf(value);
	if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return [value];
	return Object.values(value).flatMap((inner) => (inner === undefined ? [] : changedIn(inner)));
}

function countNames(json: string): number {
	// A string before a colon is a name.
	const texts = json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"(\s*:)?)?/g);
	return [...texts].filter(([, colon]) => colon !== undefined).length;
}

export function readFlatObject(displayName: string, value: unknown): IDataObject {
	const object = readJsonObject(displayName, value);
	const deep = Object.keys(object).find((key) => Object(object[key]) === object[key]);
	if (deep === undefined) return object;
	const form = 'a JSON object of texts, numbers and booleans';
	throw jsonError(displayName, form, `nested values in ${describeValue(deep)}`);
}

function readJson<T>(displayName: string, form: string, text: string): T {
	try {
		return jsonParse(text);
	} catch {
		// The message leaves the text out, because it may be long and private.
		throw jsonError(displayName, form, "text that isn't valid JSON");
	}
}

/** Reads a boolean, also as a text or number from an expression, because `"false"` must not start a job that costs money. */
export function readToggle(displayName: string, value: unknown): boolean {
	const text = typeof value === 'object' ? '' : String(value).trim();
	if (/^(true|1)$/i.test(text)) return true;
	if (/^(false|0)$/i.test(text)) return false;
	throw valueError(displayName, 'true or false', value);
}

/** Reads a choice. A value that isn't in the list is an error, because another choice could send the wrong file. */
export function readChoice<Value extends string>(
	displayName: string,
	value: unknown,
	choices: readonly Value[],
): Value {
	const wanted = typeof value === 'string' ? value.trim() : value;
	const choice = choices.find((one) => one === wanted);
	if (choice !== undefined) return choice;
	throw valueError(displayName, choices.join(', ').replace(/, ([^,]*)$/, ' or $1'), value);
}

export function firstRepeated<T>(values: T[]): T | undefined {
	const seen = new Set<T>();
	return values.find((value) => seen.size === seen.add(value).size);
}

export function valueError(field: string, form: string, value: unknown): StepError {
	return createError('VALUE_INVALID', { field, form, value: describeValue(value) });
}

function jsonError(field: string, form: string, value: string): StepError {
	return createError('VALUE_INVALID', { field, form, value });
}
