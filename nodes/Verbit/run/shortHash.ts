import { createHash } from 'crypto';

/** 16 hexadecimal digits that tell one JSON value from another, and nothing of what is in it. */
export function shortHash(value: unknown): string {
	const text = JSON.stringify(value) ?? '';
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
