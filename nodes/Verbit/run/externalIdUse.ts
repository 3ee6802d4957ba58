import { StepError } from '../errors/stepError';
import { type Stage, STAGES, type UsedIds } from './usedIds';

/** Follows, in what the node remembers, how far the work with an external ID comes. */
export class ExternalIdUse {
	/**
	 * @param stage how far the ID has come so far
	 * @param onChange told of each stage once it is saved
	 * @param onError told when n8n can't save a stage: what it throws stops the work, unless the work is done by then
	 */
	constructor(
		private readonly usedIds: Pick<UsedIds, 'change'>,
		private readonly externalId: string,
		private stage: Stage,
		private readonly onChange: (stage: Stage) => void,
		private readonly onError: (error: unknown, isAfterCall: boolean) => void,
	) {}

	/**
	 * Makes a call that brings the work to a stage. What Verbit has refused for certain takes the work back to where it was;
	 * after any other failure it stays there.
	 */
	async during<T>(stage: Stage, call: () => Promise<T>): Promise<T> {
		const before = this.stage;
		if (isBefore(before, stage)) await this.save(stage, false);
		return await call().catch(async (error: unknown) => {
			const isRefusal = error instanceof StepError && error.details.mayHaveArrived !== true;
			if (isRefusal) await this.save(before, true);
			throw error;
		});
	}

	async finish(): Promise<void> {
		await this.save('done', true);
	}

	private async save(stage: Stage, isAfterCall: boolean): Promise<void> {
		if (stage === this.stage) return;
		try {
			await this.usedIds.change(this.externalId, this.stage, stage);
			this.stage = stage;
			this.onChange(stage);
		} catch (error) {
			this.onError(error, isAfterCall);
		}
	}
}

export function isBefore(stage: Stage, other: Stage): boolean {
	return STAGES.indexOf(stage) < STAGES.indexOf(other);
}
