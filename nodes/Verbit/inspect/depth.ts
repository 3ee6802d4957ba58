/** Max depth of JSON. Deeper JSON could overflow the stack, here or when n8n saves it. */
export const MAX_DEPTH = 100;

export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
