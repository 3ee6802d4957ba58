import { getJob, isUnknownJob, type JobStatus, readJobStatus } from '../api/jobInfo';
import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { StepError } from '../errors/stepError';
import { cancellableSleep } from '../http/sleep';
import { isAgentCall } from '../n8n/agents';
import { hasEndedWell, outermostExecution } from '../n8n/executionEnd';
import { hashOfId, markOf } from '../run/hashes';
import { Journal } from '../run/journal';
import type { Tools } from '../run/operation';
import type { IdChoice, Skipped } from '../run/saved';
import { isInLoop, ItemSkipped } from '../run/skipped';
import type { Recording } from '../upload/uploadFile';
import { IdLease } from './idLease';
import { IdLeases } from './idLeases';
import { ALIVE_MS, type IdEvent, type IdGoal, type IdHistory } from './idLog';
import { marksOf, subjectOfRecording } from './recordingMarks';

/** Skip waits so long, from the beginning of the run, for a sign of life of the execution that holds an ID, ms. */
const PATIENCE_MS = ALIVE_MS + 15_000;

const PAUSE_MS = 1000;

/** After these events the holder's execution is suspended, or has output the result: it gives no signs of life meanwhile. */
const AWAY: Array<IdEvent | undefined> = ['suspended', 'output'];

const LOG_OF: Record<Skipped['reason'], string> = {
	done: 'an earlier execution has dealt with it',
	failedTwice: 'its transcription failed twice',
	inWork: 'another execution is working on it',
	shared: 'another item of this execution has it',
};

/** Another execution believed this one gone, and has its ID. */
class TakenOver extends Error {}

/**
 * The external ID of an item, for which this node of this workflow makes one job. What is known of it decides how the item's
 * journal goes on: with a job of its own, with the job of another execution, or, with Skip, not at all.
 */
export class ExternalId {
	mayBeSecond = false;

	private constructor(
		private readonly tools: Tools,
		private readonly choice: IdChoice,
		private readonly lease: IdLease,
		private readonly recording?: Recording,
	) {}

	/**
	 * Submits an item, and holds its ID meanwhile.
	 * @param submit gets nothing for an item without an ID, and with Create Another
	 * @throws ItemSkipped, and StepError for the ID of another recording, or where nobody can say what became of its job
	 */
	static async whileHeld<T>(
		tools: Tools,
		{ choice, goal, recording }: { choice: IdChoice; goal: IdGoal; recording?: Recording },
		submit: (id?: ExternalId) => Promise<T>,
	): Promise<T> {
		if (!(await keepId(tools, choice))) return await submit();
		const lease = new IdLease(tools.context, tools.journal, goal, marksOf(recording));
		const id = new ExternalId(tools, choice, lease, recording);
		const submitWhileHeld = async (): Promise<T> => {
			await id.claim();
			return await submit(id).catch(async (error: unknown) => {
				const isTaken = error instanceof TakenOver || (lease.isHeld && (await lease.isTakenOver()));
				if (!isTaken) throw error;
				// What failed has been done by the execution that has the ID now.
				lease.setLost();
				return await submitWhileHeld();
			});
		};
		const result = await submitWhileHeld().catch(async (error: unknown) => {
			await lease.release(error);
			throw error;
		});
		if (goal !== 'output') {
			await lease.recordDone();
			return result;
		}
		// Only Skip must keep others from the job: with Use Its Job they ask for it as well.
		if (!id.skips) await lease.endSigns();
		IdLeases.of(tools.context).add(lease);
		return result;
	}

	/** For a recording whose job is waited for, when the wait goes on. Throws ItemSkipped where another execution has the ID. */
	static async resume(tools: Tools, choice: IdChoice): Promise<void> {
		const { context, journal } = tools;
		if (!(await keepId(tools, choice))) return;
		const lease = new IdLease(context, journal, 'output', journal.externalId?.marks ?? []);
		const id = new ExternalId(tools, choice, lease);
		// While n8n's database can't be asked, the wait goes on.
		if (id.skips && (await lease.isTakenOver())) return await id.claim();
		lease.goOn(id.skips);
		IdLeases.of(context).add(lease);
	}

	private async claim(): Promise<void> {
		const { journal, signal } = this.tools;
		const { goal } = this.lease;
		// For a step that is done the ID isn't needed any more, but with Skip a result must not be output twice.
		const mustOutputOnce = goal === 'output' && this.skips;
		if (!mustOutputOnce && journal.isDone(goal === 'output' ? 'start' : goal)) return;
		await this.checked(this.skipIfDone());
		for (;;) {
			const history = await this.checked(this.lease.look());
			// The execution that held the ID may have finished in between.
			await this.checked(this.skipIfDone());
			if ((await this.checked(this.decide(history))) === 'decided') return;
			await cancellableSleep(PAUSE_MS, signal);
			signal.throwIfAborted();
		}
	}

	/**
	 * The first that applies counts.
	 * @returns `decided`: the journal says how to go on. `look again`: another execution was faster, or may give the ID back
	 * @throws ItemSkipped
	 */
	private async decide(history: IdHistory): Promise<'decided' | 'look again'> {
		const { lease, skips } = this;
		const jobId = history.jobs.at(-1);
		const isHeldElsewhere = await lease.isHeldElsewhere(history);

		// Another execution has the ID: Skip leaves the item to it. With Use Its Job it only makes the job.
		if (skips && isHeldElsewhere) {
			if (this.maySoonBeFree(history)) return 'look again';
			this.skip('inWork', jobId);
		}

		// The result was delivered.
		if (skips && (await this.isDelivered(history))) return await this.skipAsDone(jobId);

		if (jobId === undefined) return isHeldElsewhere ? 'look again' : await this.take(history);

		// Nobody but this execution was at work on it.
		if (jobId === this.tools.journal.createdJob && lease.isHolderIn(history)) {
			await this.refuseOtherRecording(history, jobId);
			return await this.take(history);
		}

		// The job has come to nothing.
		const state = await this.stateOf(jobId, history);
		if (state === 'over' || state === 'unknownJob')
			return isHeldElsewhere ? 'look again' : await this.replaceJob(history, state);

		await this.refuseOtherRecording(history, jobId);

		// Nothing is left to do with the job.
		const isDone = lease.goal === 'create' || (state === 'underWay' && lease.goal !== 'output');
		if (skips && isDone) return await this.skipAsDone(jobId);

		// A job that has no recording yet gets this item's. To go on with a job, this execution must hold the ID, unless the
		// job is under way: then it is only asked for.
		const isEmpty = history.recordingOf === undefined && lease.marks.length > 0;
		const isFree = !isEmpty && (isDone || (state === 'underWay' && !skips));
		if (!isFree && isHeldElsewhere) return 'look again';
		if (!isFree && (await this.take(history)) === 'look again') return 'look again';
		if (isEmpty && !(await lease.adoptJob())) return 'look again';
		this.goOnWith(history, jobId, state);
		return 'decided';
	}

	/** Whether to wait for a sign of life of the other execution. One that is suspended has given it for a longer time. */
	private maySoonBeFree(history: IdHistory): boolean {
		const isAway = AWAY.includes(history.last) || this.hasOtherItem(history.takenEvent);
		return !isAway && Date.now() <= this.tools.runBegan + PATIENCE_MS;
	}

	private async take(history: IdHistory): Promise<'decided' | 'look again'> {
		// Whoever was at work may have created a job.
		const mayHaveUnknownJob =
			history.last === 'leftInDoubt' ||
			(history.last === 'taken' && !this.lease.isHolderIn(history));
		this.mayBeSecond ||= mayHaveUnknownJob;
		if (!(await this.lease.take(history))) return 'look again';
		IdLeases.of(this.tools.context).add(this.lease);
		return 'decided';
	}

	/**
	 * Records a job that this execution has created, before it gets its recording.
	 * @returns whether it counts: otherwise this execution was believed gone, and goes on with what the other one has
	 */
	async recordJob(jobId: number): Promise<boolean> {
		if (await this.checked(this.lease.recordJob(jobId))) return true;
		this.leaveOver(jobId);
		this.lease.setLost();
		this.tools.journal.forgetSteps();
		await this.claim();
		return false;
	}

	private leaveOver(jobId?: number): void {
		if (jobId !== undefined) hintOnce(this.tools.context, 'JOBS_LEFT_OVER', { jobs: jobId });
	}

	/** To be called before the start: an execution that has taken the ID over may have started its job. Throws TakenOver. */
	async confirm(): Promise<void> {
		if (this.lease.isHeld && (await this.lease.isTakenOver())) throw new TakenOver();
	}

	async recordStart(): Promise<void> {
		await this.lease.recordStart();
	}

	/** @param state of the job: one that isn't pending has its media and is started */
	private goOnWith(history: IdHistory, jobId: number, state: 'pending' | 'underWay'): void {
		const { lease } = this;
		const { journal, context } = this.tools;
		if (journal.createdJob !== jobId) {
			// One that the log has was given up when it failed.
			if (!history.jobs.includes(journal.createdJob ?? jobId)) this.leaveOver(journal.createdJob);
			const isOfOtherItem = this.hasOtherItem(history.takenEvent);
			if (isOfOtherItem) hintOnce(context, 'ID_SHARED', { externalId: this.value, jobId });
			journal.forgetSteps();
			const continued = isOfOtherItem ? {} : { continued: true };
			journal.keepResult('create', { job_id: jobId, external_id: this.value, ...continued });
			lease.keepIsSecondJob(history.jobs.length > 1);
		}
		if (state === 'underWay' && !journal.isDone('start')) journal.keepResult('start', {});
		if (journal.isDone('attach')) return;
		const subject = subjectOfRecording(this.recording);
		// A pending job may have its media.
		if (state === 'pending') journal.keepDoubt('attach', subject);
		else journal.keepResult('attach', {}, subject);
	}

	/** A recording that failed gets another job once, and one whose job Verbit doesn't know any more whenever it is so. */
	private async replaceJob(history: IdHistory, state: 'over' | 'unknownJob') {
		const [before, last] = history.jobs.slice(-2);
		if (state === 'over' && last !== undefined && (await this.stateOf(before)) === 'over') {
			if (this.skips) this.skip('failedTwice', last);
			const values = { externalId: this.value, jobs: `${before} and ${last}` };
			throw createError('RECORDING_FAILED_TWICE', values, { jobId: last });
		}
		this.tools.journal.forgetSteps();
		this.lease.keepIsSecondJob(state === 'over');
		this.mayBeSecond ||= state === 'unknownJob';
		return await this.take(history);
	}

	/** @param history given for its latest job, which a holder may have started */
	private async stateOf(
		jobId: number,
		history?: IdHistory,
	): Promise<'over' | 'pending' | 'underWay' | 'unknownJob'> {
		const step = 'Create job';
		const asked = getJob(this.tools.client, jobId, step).then(readJobStatus);
		const status = await asked.catch((error: unknown): JobStatus | undefined => {
			if (isUnknownJob(error)) return undefined;
			// Another step has failed, such as the authentication: its error says what to do.
			if (!(error instanceof StepError) || error.details.step !== step) throw error;
			return { state: 'unknown', text: `unknown (${error.details.message})` };
		});
		if (status === undefined) return 'unknownJob';
		const { state, text } = status;
		if (state === 'failed' || state === 'canceled') return 'over';
		if (state === 'inProgress' || state === 'completed') return 'underWay';
		// A job that was started may stay pending until a person approves it.
		if (state === 'pending') return history?.startedJob === jobId ? 'underWay' : state;
		const values = { externalId: this.value, jobId, reason: `status ${text}` };
		throw createError('EXTERNAL_ID_UNCLEAR', values, { jobId });
	}

	/** Many use one ID for a whole course: nobody must get the transcript of another recording. */
	private async refuseOtherRecording(history: IdHistory, jobId: number): Promise<void> {
		if (await this.lease.isOfJobIn(history)) return;
		const source = typeof this.recording === 'string' ? undefined : this.recording?.[0];
		// A temporary link has another address each time.
		const opened = await source?.prepare?.(this.tools.signal);
		await opened?.close();
		if (opened !== undefined) this.addSize(opened.size);
		if (opened !== undefined && (await this.lease.isOfJobIn(history)))
			return await this.skipIfDone();
		throw createError('EXTERNAL_ID_OF_OTHER_FILE', { externalId: this.value, jobId }, { jobId });
	}

	/** Adds the size of a recording that is streamed from a URL, bytes. */
	addSize(size: number): void {
		this.lease.addMark(markOf([size]));
	}

	/** Whether another item of this execution has the ID, by the event `byHolder` of taking it, or by any. */
	private hasOtherItem(byHolder?: number): boolean {
		return Journal.ofExecution(this.tools.context).some(
			({ externalId: { hash, takenEvent } = {} }) => {
				const { saved } = this.lease;
				const isOther = takenEvent !== undefined && takenEvent !== saved.takenEvent;
				return hash === saved.hash && isOther && [undefined, takenEvent].includes(byHolder);
			},
		);
	}

	/** Whether an execution that has output the result has ended well. If the ends of two are unknown, it counts as delivered. */
	private async isDelivered({ last, outputs }: IdHistory): Promise<boolean> {
		if (last !== 'output' || this.lease.goal !== 'output') return false;
		const { context } = this.tools;
		// The same caller comes again: it has made nothing of it.
		if (String(outputs.at(-1)) === (await outermostExecution(context))) return false;
		const ends = outputs.map(async (execution) => await hasEndedWell(context, String(execution)));
		const areGood = await Promise.all(ends);
		return areGood.includes(true) || areGood.filter((isGood) => isGood === undefined).length > 1;
	}

	private async skipIfDone(): Promise<void> {
		if (!this.skips || !(await this.lease.isDone())) return;
		const { context } = this.tools;
		// Its job is in the output alone.
		const isOutput = this.choice.outputSkipped || isAgentCall(context) || isInLoop(context);
		this.skip('done', isOutput ? (await this.lease.look()).jobs.at(-1) : undefined);
	}

	private async skipAsDone(jobId?: number): Promise<never> {
		await this.lease.recordDone();
		return this.skip('done', jobId);
	}

	private skip(known: Skipped['reason'], jobId?: number): never {
		const { job, outputSkipped: isOutput } = this.choice;
		const reason = known !== 'failedTwice' && this.hasOtherItem() ? 'shared' : known;
		const skipped = { externalId: this.value, recording: job.job_name, isOutput, jobId, reason };
		throw new ItemSkipped(skipped, `external ID "${this.value}": ${LOG_OF[reason]}`);
	}

	/** The ID as it was entered, also in a try before this one. */
	private get value(): string {
		return this.lease.saved.value;
	}

	private get skips(): boolean {
		return this.choice.ifExternalIdUsed === 'skip';
	}

	/** Ends the work for the item where n8n's database can't be asked: a job could be created twice unseen. */
	private async checked<T>(asked: Promise<T>): Promise<T> {
		return await asked.catch((error: Error) => {
			if (error instanceof StepError || error instanceof ItemSkipped) throw error;
			this.tools.signal.throwIfAborted();
			const values = { externalId: this.value, reason: error.message };
			throw createError('EXTERNAL_ID_NOT_CHECKED', values);
		});
	}
}

/** Keeps an item's ID in its journal. Returns whether it has to be looked up. */
async function keepId({ journal, client }: Tools, choice: IdChoice): Promise<boolean> {
	// The ID with which a job was or may have been created counts, whatever the parameter evaluates to in a later try.
	const isBegun = journal.find('create') !== undefined;
	const value = isBegun ? journal.externalId?.value : choice.job.external_id;
	if (value === undefined) return false;
	const hash = hashOfId((await client.findAccount()).baseUrl, value);
	if (journal.externalId?.hash !== hash) journal.keepExternalId({ value, hash });
	return choice.ifExternalIdUsed !== 'create';
}
