import type { StepError } from '../../nodes/Verbit/errors/stepError';

/**
 * Why there is no access token. The message includes what to do, because the credential's Test button and other nodes show
 * nothing else. n8n shows it unchanged if it finds no `status`, `code` or `details` in the error and no word such as
 * ECONNREFUSED in the message. The node reads `failure` by its name: n8n may load the credential apart from it.
 */
export class AuthenticationError extends Error {
	override readonly name = 'AuthenticationError';

	constructor(readonly failure: StepError) {
		super(`${failure.details.what}. ${failure.details.remedy}`);
	}
}
