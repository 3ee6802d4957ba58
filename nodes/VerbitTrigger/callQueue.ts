import { Slots } from '../Verbit/run/slots';
import { Refusal } from './respond';

/**
 * Lets some calls in at a time, and holds the others until it is their turn. A hundred jobs can finish at one moment: asked
 * for all at once, many of them would take longer than a call may.
 */
export class CallQueue {
	private readonly slots: Slots;

	private calls = 0;

	/**
	 * @param atATime calls that are handled at a time
	 * @param maxWaiting calls that wait beside them
	 */
	constructor(
		private readonly atATime: number,
		private readonly maxWaiting: number,
	) {
		this.slots = new Slots(atATime);
	}

	/** @throws Refusal 503 where too many are waiting */
	async run<T>(work: () => Promise<T>): Promise<T> {
		if (this.calls >= this.atATime + this.maxWaiting) throw new Refusal('TOO_MANY_CALLS');
		this.calls++;
		return await this.slots.use(work).finally(() => this.calls--);
	}
}

/** Jobs whose calls are being handled in this process. */
const busyJobs = new Set<string>();

/**
 * Handles one call for a job at a time.
 * @param key workflow, node and job
 * @throws Refusal 503 where another call for the job is being handled: `OK` may be said only once that has started
 * the workflow
 */
export async function oneCallPerJob<T>(key: string, work: () => Promise<T>): Promise<T> {
	if (busyJobs.has(key)) throw new Refusal('CALL_JOB_BUSY');
	busyJobs.add(key);
	return await work().finally(() => busyJobs.delete(key));
}
