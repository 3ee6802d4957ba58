import { inputError } from '../errors/stepError';
import { describeValue } from '../http/redact';

/**
 * A language tag of RFC 5646, sent as it was written.
 * @param displayName of the parameter
 * @throws StepError when it is none
 */
export function readLanguage(displayName: string, value: string): string {
	if (isLanguageTag(value)) return value;
	throw inputError(
		`${displayName} is no language tag: ${describeValue(value)}`,
		'Use a tag of RFC 5646, such as en-US, es or pt-BR: with hyphens, not underscores, and not the name of the language.',
	);
}

function isLanguageTag(value: string): boolean {
	try {
		return Intl.getCanonicalLocales(value).length === 1;
	} catch {
		return false;
	}
}
