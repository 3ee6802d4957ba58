import { advise } from '../errors/fault';
import { StepError } from '../errors/stepError';
import type { ServiceClient } from './client';
import type { VerbitResponse } from './response';
import type { ServiceCall } from './serviceCall';

/** What is known of the same call in earlier tries of the node. */
export interface Earlier {
	/** Whether one got no clear answer, so that the service may have done what was asked. */
	mayHaveArrived: boolean;
}

/** How such a call ended, and what is known of the attempts before the last. */
type Outcome = Earlier & ({ answer: VerbitResponse } | { error: unknown });

/**
 * Makes a call that is not to be carried out twice unseen, and follows whether an attempt before the last one may have
 * arrived: only then can a refusal mean that the service has done already what was asked.
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
