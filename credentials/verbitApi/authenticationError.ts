import type { StepError } from '../../nodes/Verbit/errors/stepError';
import { Secrets } from '../../nodes/Verbit/secrets/secrets';

/** The reason why there is no access token. The Test button and other nodes show only the message, so it includes the remedy. */
export class AuthenticationError extends Error {
	/** The node finds the error by this name, because n8n may load the class a second time for the credential. */
	override readonly name = 'AuthenticationError';

	readonly failure: StepError;

	constructor(failure: StepError, ...keys: string[]) {
		const details = new Secrets().addKeys(...keys).redact(failure.details);
		// n8n changes a message if its error has a `status`, `code` or `details`, or if it contains a code such as ECONNREFUSED.
		super(`${details.message}. ${details.remedies.join(' ')}`);
		this.failure = failure.with(details);
	}
}

export const BAD_TOKEN_TYPE = 'BAD_API_TOKEN';
