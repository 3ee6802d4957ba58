import { hintOnce } from '../errors/hints';
import { cancellableSleep } from '../http/sleep';
import { hashOfId } from '../journal/hashes';
import type { SavedId } from '../journal/saved';
import type { Tools } from '../run/operation';
import { ItemSkipped } from '../run/outputs';
import { fingerprintsOf, subjectOfRecording } from '../upload/sourceFile';
import { decide, type IdDecision } from './idDecision';
import { changesEachRun } from './idFields';
import type { Taking } from './idHistory';
import { IdItem, type IdRequest } from './idItem';
import { IdLease, LeaseLost } from './idLease';
import { RunLeases } from './runLeases';

/** The first pause between two looks at an ID that another execution holds, ms. Each later pause is twice as long, up to the limit. */
const FIRST_PAUSE_MS = 1000;

const LONGEST_PAUSE_MS = 8000;

export interface SubmissionTools extends Tools {
	/** Undefined for an item without an ID, with Create Another, or if an earlier try began the job with either. */
	lease?: Pick<IdLease, 'learnSize' | 'logDone' | 'mayDuplicate'>;
}

/**
 * Submits an item, and holds its External ID meanwhile: this node of this workflow makes one job for an ID. A failed job is
 * replaced once, a job that Verbit doesn't know once, and a job that Verbit refuses each time.
 * @throws ItemSkipped; StepError if the ID belongs to another recording, or nobody can say what became of its job
 */
export async function submitOnce<Job>(
	tools: Tools,
	request: IdRequest,
	submit: (tools: SubmissionTools) => Promise<Job>,
): Promise<Job> {
	const savedId = await saveIdOfTry(tools, request);
	if (savedId === undefined || savedId.ifUsed === 'create') return await submit(tools);
	const lease = new IdLease(tools, request.goal, savedId);
	const item = new IdItem(tools, lease, request);
	for (;;) {
		// n8n's linter lets no `catch` block throw the error again.
		const job = await lease
			.orFail(resolveId(item))
			.then(async () => await submit({ ...tools, lease, runStep: lease.runLoggedStep }))
			.catch(async (error: unknown) => {
				if (await lease.endIfLost(error)) return undefined;
				await lease.end({ as: 'left', error });
				throw error;
			});
		if (job === undefined) continue;
		await endSubmitted(item);
		return job;
	}
}

async function endSubmitted({ tools, lease, skips }: IdItem): Promise<void> {
	if (lease.goal !== 'output') {
		await lease.end({ as: 'free', isGoalReached: true });
		if (skips) lease.save({ nextRun: 'skips' });
		return;
	}
	// With Skip, the ID stays held until the result is delivered. With Use Its Job, others may fetch the result meanwhile, and the
	// ended lease only records at the end that the goal is reached.
	if (!skips) await lease.end({ as: 'free', isGoalReached: false });
	RunLeases.of(tools.context).add(lease);
}

/**
 * Takes up the ID of an awaited job again when the wait goes on.
 * @returns false if Skip was chosen and this execution has the ID no more: the item is begun anew, mostly with the same job
 */
export async function holdIdAgain(tools: Tools): Promise<boolean> {
	const { externalId } = tools.journal;
	if (externalId === undefined || externalId.ifUsed === 'create') return true;
	const lease = new IdLease(tools, 'output', externalId);
	if (externalId.ifUsed === 'skip' && !(await lease.holdAgain())) return false;
	RunLeases.of(tools.context).add(lease);
	return true;
}

/**
 * Saves an item's ID in its journal, as this try uses it. If an earlier try has or may have created a job, this try keeps that
 * try's ID, and its choice between the ID's job and another one, whatever the parameters evaluate to.
 * @returns undefined for an item without an ID
 */
async function saveIdOfTry({ context, journal, client }: Tools, request: IdRequest) {
	const { externalId: earlier } = journal;
	const isBegun = journal.stateOf('create') !== 'untried';
	const value = isBegun ? earlier?.value : request.externalId;
	if (value === undefined) {
		if (earlier !== undefined) journal.saveExternalId(undefined);
		return undefined;
	}
	const ifUsed = isBegun ? earlier?.ifUsed : request.ifUsed;
	const isFoundAgain =
		![ifUsed, request.ifUsed].includes('create') &&
		value === request.externalId &&
		!changesEachRun(context);
	const hash = hashOfId((await client.credential()).baseUrl, value);
	const known: Partial<SavedId> = earlier?.hash === hash ? earlier : {};
	// An earlier try may have learned the size of a recording that is streamed from a URL.
	const { fingerprints: learned = [] } = known;
	const own = fingerprintsOf(request.recording);
	const withItsJob = request.ifUsed === 'skip' ? 'skip' : 'reuse';
	const saved: SavedId = {
		...known,
		value,
		hash,
		ifUsed: ifUsed === 'create' ? 'create' : withItsJob,
		fingerprints: own.some((one) => learned.includes(one)) ? learned : own,
		nextRun: isFoundAgain ? 'continues' : 'creates',
	};
	journal.saveExternalId(saved);
	return saved;
}

async function resolveId(item: IdItem): Promise<void> {
	const { tools, lease, log } = item;
	const { signal } = tools;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
		const decision = await decide(item);
		if (decision.to === 'goOn') return;
		if (decision.to !== 'wait') {
			await applyDecision(item, decision);
			break;
		}
		await cancellableSleep(pause, signal);
		signal.throwIfAborted();
	}
	lease.save({
		hasFailedBefore: log.history.jobs.some(({ replacedAs }) => replacedAs === 'failed'),
	});
}

async function applyDecision(item: IdItem, decision: Exclude<IdDecision, { to: 'goOn' | 'wait' }>) {
	const { tools, lease } = item;
	switch (decision.to) {
		case 'submit':
			if (decision.event !== 'taken') tools.journal.forgetSteps();
			await take(item, decision.event);
			if (!(await lease.logJob())) throw new LeaseLost();
			return;
		case 'useJob':
			return await useJob(item, decision);
		case 'skip':
			if (decision.reason === 'done' && !decision.isRecorded)
				await lease.end({ as: 'free', isGoalReached: true });
			return skip(item, decision.reason, decision.jobId);
	}
}

async function take({ tools, lease }: IdItem, event: Taking): Promise<void> {
	await lease.take(event);
	RunLeases.of(tools.context).add(lease);
}

async function useJob(item: IdItem, decision: Extract<IdDecision, { to: 'useJob' }>) {
	const { tools, lease, request } = item;
	const { journal, context } = tools;
	const { jobId, attach, start } = decision.job;
	const isShared = lease.lastTaker() === 'otherItem';
	if (decision.needsLease) {
		await take(item, 'taken');
		if (start === 'done') await lease.logDone('start');
	}
	const { submissionJobId } = journal;
	if (submissionJobId !== jobId) {
		// An own job in the log was replaced after it failed, so it isn't left unstarted.
		const isLogged = lease.log.history.jobs.some((job) => job.jobId === submissionJobId);
		if (!isLogged && submissionJobId !== undefined)
			hintOnce(context, 'JOBS_LEFT_OVER', { jobId: submissionJobId });
		if (isShared) hintOnce(context, 'ID_SHARED', { externalId: lease.value, jobId });
		journal.forgetSteps();
		const continued = isShared ? {} : { continued: true };
		journal.saveResult('create', { job_id: jobId, ...continued });
	}
	journal.adopt('attach', attach, subjectOfRecording(request.recording));
	journal.adopt('start', start);
	// After the journal has the job: if n8n's database fails here, the item must not record an older job of its own.
	if (decision.needsLease && start === 'done') await lease.tieRecording();
}

function skip(item: IdItem, reasonByLog: 'done' | 'failedTwice' | 'inWork', jobId?: number): never {
	const { lease, request } = item;
	const isShared = reasonByLog !== 'failedTwice' && lease.lastTaker() === 'otherItem';
	throw new ItemSkipped({
		item: lease.itemIndex,
		externalId: lease.value,
		recording: request.name,
		outputsSkipped: request.outputsSkipped,
		jobId,
		reason: isShared ? 'shared' : reasonByLog,
	});
}
