import { createError } from '../errors/createError';
import { hintOnce } from '../errors/hints';
import { cancellableSleep } from '../http/sleep';
import { hashOfId } from '../journal/hashes';
import type { SavedId, Skipped } from '../journal/saved';
import { isAgentCall } from '../n8n/agents';
import type { Tools } from '../run/operation';
import { isInLoop, ItemSkipped } from '../run/skipped';
import { fingerprintsOf, type Recording, subjectOfRecording } from '../upload/media';
import { decide, type IdDecision, IdItem, type UseOfId } from './idDecision';
import { changesEachRun, type IdChoice } from './idFields';
import { IdLease } from './idLease';
import type { Taking } from './idLog';
import { RunLeases } from './runLeases';

/** The first pause between two looks at an ID that another execution holds, ms. Each later pause is twice as long, up to the limit. */
const FIRST_PAUSE_MS = 1000;

const LONGEST_PAUSE_MS = 8000;

export interface SubmissionTools extends Tools {
	/** Undefined for an item without an ID, with Create Another, or if an earlier try began the job with either. */
	lease?: Pick<IdLease, 'addSize' | 'recordStart'>;
}

/**
 * Submits an item, and holds its External ID meanwhile: this node of this workflow makes one job for an ID. A failed job is
 * replaced once, a job that Verbit doesn't know once, and a job that Verbit refuses each time.
 * @throws ItemSkipped; StepError if the ID belongs to another recording, or nobody can say what became of its job
 */
export async function submitOnce<T>(
	tools: Tools,
	use: UseOfId,
	submit: (tools: SubmissionTools) => Promise<T>,
): Promise<T> {
	const { idChoice, goal, recording } = use;
	const idToLease = await saveIdOfTry(tools, idChoice, recording);
	if (idToLease === undefined) return await submit(tools);
	const lease = new IdLease(tools, goal, idToLease);
	const item = new IdItem(tools, lease, use);
	// n8n's lint refuses an error that is thrown again in a `catch` block, so this is no loop.
	const submitWhileHeld = async (): Promise<T> => {
		const submitted = lease
			.orFail(resolveId(item))
			.then(async () => await submit({ ...tools, lease, runStep: lease.runStep }));
		return await submitted.catch(async (error: unknown) => {
			if (!(await lease.endIfLost(error))) throw error;
			return await submitWhileHeld();
		});
	};
	const result = await submitWhileHeld().catch(async (error: unknown) => {
		await lease.leave(error);
		throw error;
	});
	if (goal !== 'output') {
		await lease.reachGoal();
		if (item.skips) lease.save({ nextRun: 'skips' });
		return result;
	}
	// With Skip, the ID stays held until the result is delivered. With Use Its Job, others may fetch the result meanwhile.
	if (!item.skips) await lease.release();
	RunLeases.of(tools.context).add(lease);
	return result;
}

/**
 * Takes up the ID of an awaited job again when the wait goes on.
 * @returns false if Skip was chosen and this execution has the ID no more: the item is begun anew, mostly with the same job
 */
export async function resumeId(tools: Tools): Promise<boolean> {
	const { externalId } = tools.journal;
	if (externalId === undefined || externalId.ifUsed === 'create') return true;
	const lease = new IdLease(tools, 'output', externalId);
	if (externalId.ifUsed === 'skip' && !(await lease.resume())) return false;
	RunLeases.of(tools.context).add(lease);
	return true;
}

/**
 * Saves an item's ID in its journal, as this try uses it. If an earlier try has or may have created a job, this try keeps its ID,
 * or keeps it apart from the ID with Create Another, whatever the parameters evaluate to.
 * @returns the ID if n8n's database must be asked about it
 */
async function saveIdOfTry(
	{ context, journal, client }: Tools,
	idChoice: IdChoice,
	recording?: Recording,
): Promise<SavedId | undefined> {
	const { externalId: earlier } = journal;
	const isBegun = journal.stateOf('create') !== 'untried';
	const value = isBegun ? earlier?.value : idChoice.externalId;
	if (value === undefined) {
		if (earlier !== undefined) journal.saveExternalId(undefined);
		return undefined;
	}
	const hash = hashOfId((await client.credential()).baseUrl, value);
	const known: Partial<SavedId> = earlier?.hash === hash ? earlier : {};
	const { fingerprints: learned = [], takenPlaces, isSecondJob } = known;
	const chosen = idChoice.ifUsed;
	const isApart = (isBegun ? earlier?.ifUsed : chosen) === 'create';
	const ifUsed = isApart ? 'create' : chosen === 'create' ? 'reuse' : chosen;
	const isSameId = value === idChoice.externalId && !changesEachRun(context);
	const isFoundAgain = !isApart && chosen !== 'create' && isSameId;
	const nextRun = isFoundAgain ? 'continues' : 'creates';
	const own = fingerprintsOf(recording);
	// An earlier try may have learned the size of a recording that is streamed from a URL.
	const fingerprints = own.some((one) => learned.includes(one)) ? learned : own;
	const saved: SavedId = { value, hash, takenPlaces, isSecondJob, ifUsed, fingerprints, nextRun };
	journal.saveExternalId(saved);
	return isApart ? undefined : saved;
}

async function resolveId(item: IdItem): Promise<void> {
	const { tools, lease } = item;
	const { context, journal, signal } = tools;
	const { goal } = lease;
	const lastStep = goal === 'output' ? 'start' : goal;
	// A job that Create made may not be in the log, if n8n's database failed after the creation. With Skip, Transcribe must hold the
	// ID until the result is delivered.
	const needsIdWhenDone = goal === 'create' || item.outputsOnce;
	if (!needsIdWhenDone && journal.isDone(lastStep)) return;
	// Most runs skip most items, so an item that is recorded as done is skipped before the history is read.
	if (journal.ownJobId === undefined && item.skips && (await lease.isGoalReached())) {
		// The log is read only if the job is output, or another item may have had the ID.
		const isNamed = item.use.idChoice.isOutputWanted || isAgentCall(context) || isInLoop(context);
		if (isNamed || lease.takingsOfExecution().length > 0) await lease.readHistory();
		skip(item, 'done', lease.latestJob?.jobId);
	}
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
		await lease.readHistory();
		const decision = await decide(item);
		if (decision.to !== 'wait') {
			await applyDecision(item, decision);
			break;
		}
		await cancellableSleep(pause, signal);
		signal.throwIfAborted();
	}
	lease.save({ isSecondJob: lease.history.jobs.some(({ replacedAs }) => replacedAs === 'failed') });
}

/** @throws ItemSkipped; StepError for an item that is refused; LeaseLost if another execution was faster to take the ID */
async function applyDecision(item: IdItem, decision: Exclude<IdDecision, { to: 'wait' }>) {
	const { tools, lease } = item;
	switch (decision.to) {
		case 'submit':
			if (decision.event !== 'taken') tools.journal.forgetSteps();
			await take(item, decision.event);
			await lease.recordOwnJob();
			return;
		case 'useJob':
			return await useJob(item, decision);
		case 'skip':
			if (decision.reason === 'done') await lease.reachGoal();
			return skip(item, decision.reason, decision.jobId);
		case 'refuse': {
			const { jobId, code, failedBefore } = decision;
			const jobs = `${failedBefore} and ${jobId}`;
			throw createError(code, { externalId: lease.value, jobs, jobId }, { jobId });
		}
	}
}

async function take({ tools, lease }: IdItem, event: Taking): Promise<void> {
	await lease.take(event);
	RunLeases.of(tools.context).add(lease);
}

async function useJob(item: IdItem, decision: Extract<IdDecision, { to: 'useJob' }>) {
	const { tools, lease, use } = item;
	const { journal, context } = tools;
	const { jobId, attach, start } = decision.job;
	const isShared = lease.lastTaker() === 'otherItem';
	if (decision.isToTake) {
		await take(item, 'taken');
		if (start === 'done') await lease.recordStart();
	}
	const { ownJobId } = journal;
	if (ownJobId !== jobId) {
		// An own job in the log was replaced after it failed, so it isn't left unstarted.
		const isLogged = lease.history.jobs.some((job) => job.jobId === ownJobId);
		if (!isLogged && ownJobId !== undefined)
			hintOnce(context, 'JOBS_LEFT_OVER', { jobId: ownJobId });
		if (isShared) hintOnce(context, 'ID_SHARED', { externalId: lease.value, jobId });
		journal.forgetSteps();
		const continued = isShared ? {} : { continued: true };
		journal.saveResult('create', { job_id: jobId, ...continued });
	}
	journal.adopt('attach', attach, subjectOfRecording(use.recording));
	journal.adopt('start', start);
	// No call follows: the event only ties the recording to the job that was started.
	if (decision.isToRecord) await lease.recordTry('attach');
}

function skip(item: IdItem, reasonByLog: Skipped['reason'], jobId?: number): never {
	const { lease, use } = item;
	const isShared = reasonByLog !== 'failedTwice' && lease.lastTaker() === 'otherItem';
	throw new ItemSkipped({
		item: lease.itemIndex,
		externalId: lease.value,
		recording: use.name,
		isOutputWanted: use.idChoice.isOutputWanted,
		jobId,
		reason: isShared ? 'shared' : reasonByLog,
	});
}
