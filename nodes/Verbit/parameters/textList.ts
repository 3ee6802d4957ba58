import { inputError } from '../errors/stepError';
import { describeValue } from '../http/redact';

/**
 * A list in any of the ways a workflow has one: an array (also one inside another, where an entry's expression gives an
 * array), a JSON array in a string, or a string with commas.
 * @param what stands for it in messages, e.g. `asset IDs`
 * @throws StepError when a JSON array can't be read
 */
export function toList(what: string, value: unknown, remedy: string): unknown[] {
	if (Array.isArray(value)) return value.flat();
	if (typeof value === 'number') return [value];
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') return [];
	return text.startsWith('[') ? parseArray(what, text, remedy) : text.split(',');
}

/**
 * Labels, permissions and the like.
 * @param displayName of the parameter
 * @throws StepError when an entry is no text
 */
export function readTextList(displayName: string, value: unknown): string[] {
	const remedy = 'Add one entry for each, or use an expression that gives an array of texts.';
	const entries = toList(displayName, value, remedy);
	return entries
		.map((entry) => readEntry(displayName, entry, remedy))
		.filter((text) => text !== '');
}

function readEntry(displayName: string, entry: unknown, remedy: string): string {
	if (typeof entry === 'string') return entry.trim();
	if (typeof entry === 'number') return String(entry);
	throw inputError(`${displayName} holds ${describeValue(entry)}, which is no text`, remedy);
}

function parseArray(what: string, text: string, remedy: string): unknown[] {
	try {
		return JSON.parse(text) as unknown[];
	} catch {
		throw inputError(`The ${what} look like a JSON array, but can not be read as one`, remedy);
	}
}
