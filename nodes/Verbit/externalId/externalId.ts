import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/sleep';
import { hashOfId } from '../journal/hashes';
import type { Skipped } from '../journal/saved';
import { isAgentCall } from '../n8n/agents';
import type { Tools } from '../run/operation';
import { isInLoop, ItemSkipped } from '../run/skipped';
import { fingerprintsOf, subjectOfRecording } from '../upload/identity';
import type { Recording } from '../upload/media';
import { decide, type IdDecision, IdFacts } from './idDecision';
import { type IdChoice, isOfOneRun } from './idFields';
import { IdLease } from './idLease';
import type { IdGoal, LoggedJob, Taking } from './idLog';
import { RunLeases } from './runLeases';

/** The first pause between two looks at an ID that another execution holds, ms. Each later pause is twice as long, up to the limit. */
const FIRST_PAUSE_MS = 1000;

const LONGEST_PAUSE_MS = 8000;

const WHY_SKIPPED: Record<Skipped['reason'], string> = {
	done: 'an earlier execution has dealt with it',
	failedTwice: 'two jobs of it failed or were stopped',
	inWork: 'another execution is working on it',
	shared: 'another item of this execution has it',
};

/** Thrown if another execution has taken the ID, because this execution seemed dead. */
class TakenOver extends Error {}

/**
 * The external ID of an item, for which this node of this workflow makes one job. A failed job is replaced once, a job that Verbit
 * doesn't know once, and a job that Verbit refuses each time. The ID's history decides how the item goes on: with a job of its
 * own, with another execution's job, or not at all.
 */
export class ExternalId {
	private constructor(
		private readonly tools: Tools,
		private readonly idChoice: IdChoice,
		private readonly lease: IdLease,
		private readonly recording?: Recording,
	) {}

	/**
	 * Submits an item, and holds its ID meanwhile.
	 * @param submit gets undefined for an item without an ID, with Create Another, and for a job that an earlier try made so
	 * @throws ItemSkipped; StepError if the ID belongs to another recording, or nobody can say what became of its job
	 */
	static async submitOnce<T>(
		tools: Tools,
		{ idChoice, goal, recording }: { idChoice: IdChoice; goal: IdGoal; recording?: Recording },
		submit: (id?: ExternalId) => Promise<T>,
	): Promise<T> {
		if (!(await prepareId(tools, idChoice, recording))) return await submit();
		const lease = new IdLease(tools.context, tools.journal, goal);
		const id = new ExternalId(tools, idChoice, lease, recording);
		const submitWhileHeld = async (): Promise<T> => {
			await id.claim();
			return await submit(id).catch(async (error: unknown) => {
				const isTaken = error instanceof TakenOver || (lease.isHeld && (await lease.isTakenOver()));
				if (!isTaken) throw error;
				// The execution that now holds the ID may have done the step that failed here.
				lease.isHeld = false;
				return await submitWhileHeld();
			});
		};
		const result = await submitWhileHeld().catch(async (error: unknown) => {
			await lease.leave(error);
			throw error;
		});
		if (goal !== 'output') {
			await lease.finish();
			if (id.skips) lease.save({ nextRun: 'skips' });
			return result;
		}
		// With Skip, the ID stays held until the result is delivered. With Use Its Job, others may fetch the result meanwhile.
		if (!id.skips) await lease.stopHolding();
		RunLeases.of(tools.context).add(lease);
		return result;
	}

	/**
	 * Takes up the ID of an awaited job again when the wait goes on.
	 * @returns whether this execution still has the ID; if not, the item is submitted anew
	 */
	static async retake(
		{ context, journal }: Tools,
		ifExternalIdUsed?: IdChoice['ifExternalIdUsed'],
	): Promise<boolean> {
		if (journal.externalId?.fingerprints === undefined || ifExternalIdUsed === 'create')
			return true;
		const lease = new IdLease(context, journal, 'output');
		if (ifExternalIdUsed === 'skip' && !(await lease.retake())) return false;
		RunLeases.of(context).add(lease);
		return true;
	}

	/** Reads the ID's history until it decides how to go on, and writes the decision into the item's journal. */
	private async claim(): Promise<void> {
		const { tools, lease, recording, skips } = this;
		const { journal, signal } = tools;
		const { goal } = lease;
		const facts = new IdFacts(tools, lease, skips, recording);
		// A job that Create made may not be in the log, if n8n's database failed after the creation.
		const needsIdWhenDone = goal === 'create' || facts.outputsOnce;
		if (!needsIdWhenDone && journal.isDone(goal === 'output' ? 'start' : goal)) return;
		if (journal.ownJobId === undefined) await this.orFail(this.skipIfGoalReached());
		for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
			await this.orFail(lease.readHistory());
			const decided = decide(facts).then(async (decision) => await this.carryOut(decision));
			if (await this.orFail(decided)) break;
			await cancellableSleep(pause, signal);
			signal.throwIfAborted();
		}
		lease.save({ isSecondJob: lease.history.jobs.some(({ hasFailed }) => hasFailed) });
	}

	/** @returns whether the journal says how to go on; if not, the ID's history must be read again */
	private async carryOut(decision: IdDecision): Promise<boolean> {
		switch (decision.to) {
			case 'wait':
				return false;
			case 'submit':
				if (decision.event !== 'taken') this.tools.journal.forgetSteps();
				if (!(await this.take(decision.event))) return false;
				await this.lease.recordOwnJob();
				return true;
			case 'useJob': {
				const isOfOtherItem = this.lease.isOfOtherItem();
				if (decision.isHolder && !(await this.take('taken'))) return false;
				this.adoptJob(decision.job, isOfOtherItem);
				// The recording of a job that Create made, and others started, is known from here on.
				if (decision.job.start !== 'done' || !this.lease.bringsRecording()) return true;
				return await this.lease.recordTry('attaching');
			}
			case 'skip':
				if (decision.reason === 'done') await this.lease.finish();
				return this.skip(decision.reason, decision.jobId);
			case 'refuse': {
				const { jobId, code, failedBefore } = decision;
				const jobs = `${failedBefore} and ${jobId}`;
				throw createError(code, { externalId: this.lease.value, jobs, jobId }, { jobId });
			}
		}
	}

	/** @returns whether this execution now holds the ID; another execution may have been faster */
	private async take(event: Taking): Promise<boolean> {
		if (!(await this.lease.take(event))) return false;
		RunLeases.of(this.tools.context).add(this.lease);
		return true;
	}

	/** Records a job that this execution has created, before the recording is attached. Throws TakenOver if another has the ID. */
	async recordJob(jobId: number): Promise<void> {
		if (await this.orFail(this.lease.recordJob(jobId))) return;
		this.hintAtLeftOver(jobId);
		this.tools.journal.forgetSteps();
		throw new TakenOver();
	}

	async recordStart(): Promise<void> {
		await this.lease.recordStart();
	}

	/** Adds the size of a recording that is streamed from a URL, bytes. */
	addSize(size: number): void {
		this.lease.addSize(size);
	}

	/** Whether Verbit may have another job for the recording. */
	get mayBeDuplicate(): boolean {
		return this.lease.mayBeDuplicate;
	}

	private hintAtLeftOver(jobId?: number): void {
		if (jobId !== undefined) hintOnce(this.tools.context, 'JOBS_LEFT_OVER', { jobId });
	}

	/** Records what is about to be done. Throws TakenOver if another execution has the ID, which may start a job of its own. */
	async recordTry(event: 'attaching' | 'starting'): Promise<void> {
		if (!(await this.orFail(this.lease.recordTry(event)))) throw new TakenOver();
	}

	/** Writes the ID's job, and how far it has got, into the journal. */
	private adoptJob({ jobId, attach, start }: LoggedJob, isOfOtherItem: boolean): void {
		const { lease, recording } = this;
		const { journal, context } = this.tools;
		if (journal.ownJobId !== jobId) {
			// An own job in the log was replaced after it failed, so it isn't left unstarted.
			const isLogged = lease.history.jobs.some((job) => job.jobId === journal.ownJobId);
			if (!isLogged) this.hintAtLeftOver(journal.ownJobId);
			if (isOfOtherItem) hintOnce(context, 'ID_SHARED', { externalId: this.lease.value, jobId });
			journal.forgetSteps();
			const continued = isOfOtherItem ? {} : { continued: true };
			journal.saveResult('create', { job_id: jobId, external_id: this.lease.value, ...continued });
		}
		journal.adopt('attach', attach, subjectOfRecording(recording));
		journal.adopt('start', start);
	}

	/** Skips an item that is recorded as done before the history is read, because most runs skip most items. */
	private async skipIfGoalReached(): Promise<void> {
		const { lease } = this;
		if (!this.skips || !(await lease.isGoalReached())) return;
		const { context } = this.tools;
		// The log is read only if the job is output, or another item may have had the ID.
		const isNamed = this.idChoice.outputSkipped || isAgentCall(context) || isInLoop(context);
		if (isNamed || lease.itemPlaces().length > 0) await lease.readHistory();
		this.skip('done', lease.latestJob?.jobId);
	}

	private skip(reasonByLog: Skipped['reason'], jobId?: number): never {
		const { job, outputSkipped: isOutputWanted } = this.idChoice;
		const isShared = reasonByLog !== 'failedTwice' && this.lease.isOfOtherItem();
		const reason = isShared ? 'shared' : reasonByLog;
		const skipped = {
			externalId: this.lease.value,
			recording: job.job_name,
			isOutputWanted,
			jobId,
			reason,
		};
		throw new ItemSkipped(skipped, `external ID "${this.lease.value}": ${WHY_SKIPPED[reason]}`);
	}

	private get skips(): boolean {
		return this.idChoice.ifExternalIdUsed === 'skip';
	}

	/** Makes the item fail if n8n's database fails, because going on could create a second job that nobody notices. */
	private async orFail<T>(asked: Promise<T>): Promise<T> {
		return await asked.catch((error: Error) => {
			if (error instanceof StepError || error instanceof ItemSkipped) throw error;
			this.tools.signal.throwIfAborted();
			const values = { externalId: this.lease.value, reason: error.message };
			throw createError('EXTERNAL_ID_NOT_CHECKED', values);
		});
	}
}

/**
 * Saves an item's ID in its journal, as this try uses it. If an earlier try has or may have created a job, this try keeps its ID,
 * or keeps it apart from the ID with Create Another, whatever the parameters evaluate to.
 * @returns whether n8n's database must be asked about the ID
 */
async function prepareId(
	{ context, journal, client }: Tools,
	idChoice: IdChoice,
	recording?: Recording,
): Promise<boolean> {
	const { externalId: earlier } = journal;
	const isBegun = journal.stateOf('create') !== 'untried';
	const value = isBegun ? earlier?.value : idChoice.job.external_id;
	if (value === undefined) {
		if (earlier !== undefined) journal.saveExternalId(undefined);
		return false;
	}
	const hash = hashOfId((await client.findAccount()).baseUrl, value);
	const known = earlier?.hash === hash ? earlier : { value, hash };
	const isWithoutLease =
		idChoice.ifExternalIdUsed === 'create' || (isBegun && earlier?.fingerprints === undefined);
	const isFoundAgain =
		!isWithoutLease && value === idChoice.job.external_id && !isOfOneRun(context);
	const fingerprints = isWithoutLease ? undefined : fingerprintsOf(recording);
	const nextRun = isFoundAgain ? 'continues' : 'creates';
	journal.saveExternalId({ ...known, nextRun, ...(fingerprints && { fingerprints }) });
	return !isWithoutLease;
}
