import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

/** A whole number from 1, or its digits in a string; nothing for any other value. */
export function positiveInteger(value: unknown): number | undefined {
	const text =
		typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
	const number = /^\d+$/.test(text) ? Number(text) : NaN;
	return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The bounds of an option that holds a whole number, and its name for messages. */
export interface WholeNumberOption {
	displayName: string;
	min: number;
	max: number;
	/** The value without the option, for the message; left out if nothing is sent then. */
	default?: number;
}

/**
 * The value of a number option, as a number or in a string.
 * @throws StepError when it isn't a whole number within its bounds
 */
export function readWholeNumber(
	given: unknown,
	{ displayName, min, max, default: byDefault }: WholeNumberOption,
): number {
	const isNumeric = typeof given === 'number' || (typeof given === 'string' && /\d/.test(given));
	const value = isNumeric ? Number(given) : NaN;
	if (Number.isInteger(value) && value >= min && value <= max) return value;
	const range = { field: displayName, min, max, value: describeValue(given) };
	throw byDefault === undefined
		? fault('NUMBER_OUT_OF_RANGE', range)
		: fault('NUMBER_OUT_OF_RANGE_WITH_DEFAULT', { ...range, default: byDefault });
}

/**
 * A text. Empty is not set. A number of an expression, such as an order's, is taken for its digits, and a date, such as
 * `$now`, for its ISO 8601.
 * @param displayName of the parameter
 * @throws StepError for an object, a list or a boolean
 */
export function readText(displayName: string, value: unknown): string | undefined {
	const text = typeof value === 'number' ? digitsOf(value) : (isoOf(value) ?? value ?? '');
	if (typeof text !== 'string') {
		throw fault('TEXT_INVALID', { field: displayName, value: describeValue(value) });
	}
	return text.trim() === '' ? undefined : text.trim();
}

/** Nothing for NaN, Infinity, and integers that JavaScript can't hold exactly: others would get the same text. */
export function digitsOf(value: number): string | undefined {
	const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
	return Number.isFinite(value) && isExact ? String(value) : undefined;
}

/** ISO 8601 of a date of Luxon or JavaScript. It may come from another context, where `instanceof` fails. */
function isoOf(value: unknown): unknown {
	const date = Object(value) as { toISO?: unknown; toISOString?: unknown; toJSON?: unknown };
	const isDate = typeof date.toISO === 'function' || typeof date.toISOString === 'function';
	// Both have it. For an invalid date it returns null.
	return isDate && typeof date.toJSON === 'function' ? date.toJSON() : undefined;
}

/**
 * A list in any of the ways a workflow has one: an array (also one inside another, where an entry's expression gives an
 * array), a JSON array in a string, or a string with commas. Any other value is its only entry.
 * @param displayName of the parameter
 * @throws StepError when a JSON array can't be read
 */
export function toList(displayName: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flat();
	if (value === undefined || value === null) return [];
	if (typeof value !== 'string') return [value];
	const text = value.trim();
	if (text === '') return [];
	return text.startsWith('[') ? parseArray(displayName, text) : text.split(',');
}

/**
 * Reads a list of texts, such as labels or permissions, in any form that `toList` takes. Empty entries are left
 * out.
 * @param displayName of the parameter, for messages
 * @throws StepError when an entry is neither a text nor a number
 */
export function readTextList(displayName: string, value: unknown): string[] {
	const entries = toList(displayName, value);
	return entries.map((entry) => readEntry(displayName, entry)).filter((text) => text !== '');
}

function readEntry(displayName: string, entry: unknown): string {
	if (typeof entry === 'string') return entry.trim();
	const digits = typeof entry === 'number' ? digitsOf(entry) : undefined;
	if (digits !== undefined) return digits;
	throw fault('LIST_ENTRY_INVALID', { field: displayName, value: describeValue(entry) });
}

function parseArray(displayName: string, text: string): unknown[] {
	try {
		return JSON.parse(text) as unknown[];
	} catch {
		throw fault('LIST_NOT_JSON', { field: displayName });
	}
}

/**
 * A language tag of RFC 5646, sent as it was written.
 * @param displayName of the parameter
 * @throws StepError when it isn't one
 */
export function readLanguage(displayName: string, value: string): string {
	if (isLanguageTag(value)) return value;
	throw fault('LANGUAGE_INVALID', { field: displayName, value: describeValue(value) });
}

function isLanguageTag(value: string): boolean {
	try {
		return Intl.getCanonicalLocales(value).length === 1;
	} catch {
		return false;
	}
}

/**
 * The parameter Job Metadata: a JSON text, or an object from an expression. Verbit accepts flat ones only.
 * @throws StepError that names what is not flat
 */
export function readJobMetadata(value: unknown): IDataObject {
	const metadata = typeof value === 'string' ? parse(value) : value;
	if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
		throw fault('METADATA_NOT_AN_OBJECT', {});
	}
	const deep = Object.entries(metadata).find(([, entry]) => isDeep(entry));
	if (deep !== undefined) {
		throw fault('METADATA_NOT_FLAT', { key: describeValue(deep[0]) });
	}
	return metadata as IDataObject;
}

function isDeep(entry: unknown): boolean {
	return typeof entry === 'object' && entry !== null;
}

function parse(text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw fault('METADATA_NOT_JSON', {});
	}
}

const VALUES = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/**
 * The value of a switch. An expression may return it as a text or a number: to take `"false"` for true would start a job
 * that costs money, or output a draft as captions.
 * @throws StepError for anything else
 */
export function readSwitch(displayName: string, given: unknown): boolean {
	const isPlain = ['boolean', 'string', 'number'].includes(typeof given);
	const value = isPlain ? VALUES.get(String(given).trim().toLowerCase()) : undefined;
	if (value !== undefined) return value;
	throw fault('SWITCH_INVALID', { field: displayName, value: describeValue(given) });
}

/**
 * The value of a list to choose from. An expression may return one that isn't in it: to take another for it would send the
 * wrong file, or merge in the wrong order.
 * @throws StepError for anything else
 */
export function readChoice<Choice extends string>(
	displayName: string,
	given: unknown,
	choices: readonly Choice[],
): Choice {
	const choice = choices.find((known) => known === given);
	if (choice !== undefined) return choice;
	throw fault('CHOICE_INVALID', {
		field: displayName,
		choices: choices.join(', '),
		value: describeValue(given),
	});
}

/**
 * The value of a switch in a collection, which has none where the option isn't added or its expression returns nothing.
 * @throws StepError for anything but true, false and nothing
 */
export function readSwitchOption(displayName: string, given: unknown, byDefault: boolean): boolean {
	return readSwitch(displayName, given ?? byDefault);
}
