import { createHash } from 'crypto';

export function hashOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export function shortHash(value: unknown): string {
	return hashOf(value).slice(0, 16);
}
