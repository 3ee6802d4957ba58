import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { orStopped } from '../http/cancellation';
import { redactUrls } from '../http/redact';
import type { IfExternalIdUsed } from '../parameters/ifExternalIdUsed';
import type { CompletedSteps } from './completedSteps';
import { ExternalIdUse, isBefore } from './externalIdUse';
import type { Output, Run } from './operation';
import type { Stage } from './usedIds';

/** How far this execution itself has brought the ID: its own earlier try is no earlier use. */
interface OwnUse extends IDataObject {
	external_id: string;
	stage: Stage;
	/** Whether the ID was used before this execution. */
	is_repeat: boolean;
}

const EXTERNAL_ID = 'external ID';

/** Longest part of n8n's own reason that is shown, characters. */
const MAX_REASON_LENGTH = 200;

/**
 * Does the work that an external ID stands for, and remembers in n8n's database how far it came: a crash, Stop or another
 * execution does not forget it.
 * @param sent the external ID; without one nothing is remembered
 * @param work gets a `Run` that follows the ID
 * @throws StepError with Skip and Fail, where it is open how far an earlier run came
 */
export async function withExternalId(
	run: Run,
	sent: string | undefined,
	ifUsed: IfExternalIdUsed,
	work: (run: Run) => Promise<Output>,
): Promise<Output> {
	const own = run.completed.find(EXTERNAL_ID)?.result as OwnUse | undefined;
	const externalId = own?.external_id ?? sent;
	if (externalId === undefined) return await work(run);
	const use = async () => await useId(run, { externalId, ifUsed, own }, work);
	if (ifUsed === 'create') return await use();
	return await inTurn(`${run.externalIds.scope} ${externalId}`, run.signal, use);
}

interface Request {
	externalId: string;
	ifUsed: IfExternalIdUsed;
	own?: OwnUse;
}

async function useId(
	run: Run,
	request: Request,
	work: (run: Run) => Promise<Output>,
): Promise<Output> {
	const { externalId, ifUsed, own } = request;
	const found = await findStage(run, request);
	if (found === undefined) return await work(run);
	const isOthers = isBefore(own?.stage ?? 'unused', found);
	if (isOthers && ifUsed !== 'create') {
		if (found === 'starting') throw fault('EXTERNAL_ID_UNCLEAR', { externalId });
		if (found === 'done' && ifUsed === 'fail') throw fault('EXTERNAL_ID_USED', { externalId });
		if (found === 'done') return { json: { external_id: externalId, skipped: true } };
	}
	const isRepeat = isOthers || own?.is_repeat === true;
	const use = new ExternalIdUse(
		run.externalIds.used,
		externalId,
		found,
		keepOwn(run.completed, externalId, isRepeat),
		(error, isAfterCall) => reportUnsaved(run, request, error, isAfterCall),
	);
	const output = await work({ ...run, externalId: use });
	await use.finish();
	return isRepeat ? { ...output, json: { ...output.json, possible_duplicate: true } } : output;
}

async function findStage(run: Run, request: Request): Promise<Stage | undefined> {
	try {
		return await run.externalIds.used.find(request.externalId);
	} catch (error) {
		reportUnsaved(run, request, error, false);
		return undefined;
	}
}

function keepOwn(completed: CompletedSteps, externalId: string, isRepeat: boolean) {
	return (stage: Stage): void => {
		if (stage === 'unused') completed.forget(EXTERNAL_ID);
		else {
			const result: OwnUse = { external_id: externalId, stage, is_repeat: isRepeat };
			completed.set(EXTERNAL_ID, { result });
		}
	};
}

/** Without a memory, a job could be created twice unseen, which Skip and Fail are to prevent: they go no further. */
function reportUnsaved(
	{ externalIds }: Run,
	{ externalId, ifUsed }: Request,
	error: unknown,
	isAfterCall: boolean,
): void {
	const { message } = (error ?? {}) as { message?: unknown };
	const reason = redactUrls(String(message ?? error)).slice(0, MAX_REASON_LENGTH);
	if (ifUsed === 'create' || isAfterCall) externalIds.warn(reason);
	else throw fault('EXTERNAL_ID_NOT_CHECKED', { externalId, reason });
}

/** The end of the queue for each key. */
const queues = new Map<string, Promise<void>>();

/**
 * Does work when all work with the same key that came before it is done: over all executions of this process.
 * @param signal ends the wait
 */
export async function inTurn<T>(
	key: string,
	signal: AbortSignal,
	work: () => Promise<T>,
): Promise<T> {
	const before = queues.get(key) ?? Promise.resolve();
	let leave = () => {};
	const own = new Promise<void>((resolve) => {
		leave = resolve;
	});
	const end = before.then(async () => await own);
	queues.set(key, end);
	try {
		await orStopped(before, signal);
		return await work();
	} finally {
		leave();
		void end.then(() => {
			if (queues.get(key) === end) queues.delete(key);
		});
	}
}
