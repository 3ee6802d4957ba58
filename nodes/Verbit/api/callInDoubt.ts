import { advise } from '../errors/fault';
import { StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import type { VerbitResponse } from './response';
import type { ServiceCall } from './serviceCall';

/** What is known of the same call in earlier tries of the node. */
export interface Earlier {
	/** Whether an attempt got no clear response and Verbit may have carried it out. */
	mayHaveArrived: boolean;
}

/** How such a call ended, and what is known of the attempts before the last. */
type Outcome = Earlier & ({ answer: VerbitResponse } | { error: unknown });

/**
 * Makes a call that must not be carried out twice unnoticed, and tracks whether an attempt before the last one may
 * have arrived. Only then can a refusal mean that Verbit has already done it.
 */
export async function callInDoubt(
	client: ServiceClient,
	call: Omit<ServiceCall, 'onRetry'>,
	earlier?: Earlier,
): Promise<Outcome> {
	let mayHaveArrived = earlier?.mayHaveArrived === true;
	const answer = client.call({
		...call,
		mustFinish: true,
		onRetry: ({ details }) => (mayHaveArrived ||= details.mayHaveArrived === true),
	});
	return await answer.then(
		(value) => ({ answer: value, mayHaveArrived }),
		(error: unknown) => ({ error, mayHaveArrived }),
	);
}

/** The last error of such a call, where an attempt before it may have arrived: the next try of the node has to know. */
export function unclear(error: StepError): StepError {
	const open = error.with({ mayHaveArrived: true });
	// An error without a response says so itself.
	return error.details.httpCode === undefined ? open : advise(open, 'EARLIER_ATTEMPT_UNCLEAR', {});
}
