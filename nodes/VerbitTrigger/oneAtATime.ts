/** What is under way in this process. */
const underWay = new Set<string>();

/**
 * Does not begin what is under way already.
 * @returns the work's result, or `otherwise` where the same is being done
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>, otherwise: () => T) {
	if (underWay.has(key)) return otherwise();
	underWay.add(key);
	return await work().finally(() => underWay.delete(key));
}
