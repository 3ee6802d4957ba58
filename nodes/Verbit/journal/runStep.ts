import type { EarlierTries } from '../api/client';
import { StepError } from '../errors/stepError';
import type { Journal } from './journal';
import type { StepName, StepResults } from './saved';

/**
 * Makes a call, or returns the saved result if an earlier try of the node completed the call. The call learns whether an earlier
 * attempt may have arrived.
 * @param subject what the call is about, as JSON. A later try with another subject is refused
 */
export type RunStep = <Name extends StepName>(
	step: Name,
	call: (tries: EarlierTries) => Promise<StepResults[Name]>,
	subject?: unknown,
) => Promise<StepResults[Name]>;

/** Returns the function that makes the steps of a task, and saves in its journal what became of them. */
export function stepRunner(journal: Journal): RunStep {
	return async (step, call, subject) => {
		const earlier = journal.resultOf(step, subject);
		if (earlier !== undefined) return earlier;
		const mayHaveArrivedBefore = journal.stateOf(step) === 'inDoubt';
		const tries = { mayHaveArrivedBefore, ownsJob: journal.ownsJob };
		const result = await call(tries).catch((error: unknown) => {
			const { isInDoubt, namedJobId } = error instanceof StepError ? error.details : {};
			if (namedJobId !== undefined) journal.saveResult('create', { job_id: namedJobId });
			else if (isInDoubt) journal.saveDoubt(step, subject);
			throw error;
		});
		journal.saveResult(step, result, subject);
		return result;
	};
}
