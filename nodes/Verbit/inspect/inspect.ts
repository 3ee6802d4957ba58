import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/** Returns the properties of any value, such as an error that was caught. */
export function propertiesOf(value: unknown): Record<string, unknown> {
	return Object(value);
}

export function isText(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

export function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Returns a text, or a number as its digits; for any other value, an empty text. */
export function textIn(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Reads a job ID, which Verbit, a parameter or a callback may write as a number or as digits. */
export function jobIdOf(value: unknown): number | undefined {
	const jobId = /^\s*\d+\s*$/.test(textIn(value)) ? Number(value) : 0;
	return Number.isSafeInteger(jobId) && jobId > 0 ? jobId : undefined;
}

/** Returns whether a value is a date of JavaScript or Luxon, such as `$now`. `instanceof` fails for a date from another realm. */
export function isDate(value: unknown): boolean {
	const { toISO, toISOString } = propertiesOf(value);
	return typeof toISO === 'function' || typeof toISOString === 'function';
}

export function getOrInsert<Key, Value>(
	map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	create: () => Value,
): Value {
	const known = map.get(key);
	if (known !== undefined) return known;
	const value = create();
	map.set(key, value);
	return value;
}

/** Max depth of JSON. Deeper JSON could overflow the stack, here or when n8n saves it. */
export const MAX_DEPTH = 100;

export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export function shortHash(value: unknown): string {
	return hashOf(value).slice(0, 16);
}
