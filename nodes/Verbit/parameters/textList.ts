import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

/**
 * A list in any of the ways a workflow has one: an array (also one inside another, where an entry's expression gives an
 * array), a JSON array in a string, or a string with commas.
 * @param displayName of the parameter
 * @throws StepError when a JSON array can't be read
 */
export function toList(displayName: string, value: unknown): unknown[] {
	if (Array.isArray(value)) return value.flat();
	if (typeof value === 'number') return [value];
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') return [];
	return text.startsWith('[') ? parseArray(displayName, text) : text.split(',');
}

/**
 * Labels, permissions and the like.
 * @param displayName of the parameter
 * @throws StepError when an entry isn't a text
 */
export function readTextList(displayName: string, value: unknown): string[] {
	const entries = toList(displayName, value);
	return entries.map((entry) => readEntry(displayName, entry)).filter((text) => text !== '');
}

function readEntry(displayName: string, entry: unknown): string {
	if (typeof entry === 'string') return entry.trim();
	if (typeof entry === 'number') return String(entry);
	throw fault('LIST_ENTRY_INVALID', { field: displayName, value: describeValue(entry) });
}

function parseArray(displayName: string, text: string): unknown[] {
	try {
		return JSON.parse(text) as unknown[];
	} catch {
		throw fault('LIST_NOT_JSON', { field: displayName });
	}
}
