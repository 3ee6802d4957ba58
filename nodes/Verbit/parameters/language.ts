import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

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
