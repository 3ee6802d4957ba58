import { inputError } from '../errors/stepError';
import { redactUrls } from './redact';
import { readSignedUrl } from './signedUrl';

/** The service asks that an expirable link lives at least this long when it is handed over, ms. */
const REQUIRED_LIFETIME_MS = 24 * 60 * 60 * 1000;

const MINUTE_MS = 60_000;

/**
 * Refuses a link that ends too soon for the service, as far as the link itself says when it ends.
 * @throws StepError with the time that is left and what to do
 */
export function checkLifetime(field: string, url: string): void {
	const { expiresAt } = readSignedUrl(url);
	if (expiresAt === undefined) return;
	const left = expiresAt - Date.now();
	if (left >= REQUIRED_LIFETIME_MS) return;
	const end = new Date(expiresAt)
		.toISOString()
		.replace('T', ' ')
		.replace(/:\d\d\.\d+Z$/, ' UTC');
	const when =
		left > 0 ? `ends in ${inWords(left)}, at ${end}` : `ended ${inWords(-left)} ago, at ${end}`;
	throw inputError(
		`${field} ${when}, but the service needs at least 24 hours: ${redactUrls(url)}`,
		'Upload the file through this node with Upload Binary and Upload Source: URL, then add it by its asset ID; or have the link signed for two days or more. ' +
			'If you are sure that the service will fetch it in time, switch on the option Allow Short-Lived URL.',
	);
}

/** `59 min`, `3 h 5 min`, `2 d 1 h`; under a minute counts as one. */
export function inWords(ms: number): string {
	const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
	const [days, hours, rest] = [
		Math.floor(minutes / 1440),
		Math.floor(minutes / 60) % 24,
		minutes % 60,
	];
	if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
	if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
	return `${rest} min`;
}
