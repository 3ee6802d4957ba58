/** `numeric` puts `part 2` before `part 10`. One fixed locale, so that every worker sorts alike. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts by name as a person would; names that differ in letter case only keep the order they came in. */
export function inNaturalOrder<T>(files: T[], nameOf: (file: T) => string): T[] {
	return [...files].sort((a, b) => collator.compare(nameOf(a), nameOf(b)));
}
