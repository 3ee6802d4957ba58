import type { IDataObject } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { LAST_CALLS, type LastCallKind } from '../errors/messages/jobs';
import { redactUrls } from '../http/redact';
import type { IfExternalIdUsed } from '../parameters/newJob';
import { type Claim, claimId, type Own, shareId, type UsedId } from './usedIds';
import { ExternalIdUse } from './externalIdUse';
import type { Output, Run } from './operation';

/** What this execution itself has done with the ID, as n8n keeps it for the next try: saved, so without a signed URL. */
interface KeptUse extends Own, IDataObject {
	/** As the node outputs it. */
	external_id: string;
	/** Hash of the ID that was sent. */
	hash: string;
	/** Whether the ID was used before this execution. */
	is_repeat: boolean;
}

const EXTERNAL_ID = 'external ID';

/** Longest part of n8n's own reason that is shown, characters. */
const MAX_REASON_LENGTH = 200;

/** What an operation does with an external ID. */
interface Wanted {
	/** The external ID; without one nothing is remembered. */
	sent: string | undefined;
	ifUsed: IfExternalIdUsed;
	/** The call that uses the ID up. */
	lastCall: LastCallKind;
}

/**
 * Does the work that an external ID stands for, and remembers in n8n's database how far it came: a crash, Stop or another
 * execution does not forget it.
 * @param work gets a `Run` that follows the ID
 * @throws StepError with Skip and Fail, where it is open how far an earlier run came
 */
export async function withExternalId(
	run: Run,
	{ sent, ifUsed, lastCall }: Wanted,
	work: (run: Run) => Promise<Output>,
): Promise<Output> {
	const kept = run.completed.find(EXTERNAL_ID)?.result as KeptUse | undefined;
	const id = usedIdOf(run, sent, kept);
	if (id === undefined) return await work(run);
	const outputId = kept?.external_id ?? (sent as string);
	const request = { outputId, externalId: redactUrls(outputId), ifUsed, lastCall, kept };
	const claim = await claimFor(run, id, request);
	if (claim === undefined) return await work(run);
	if (claim.found === 'free') return await useId(run, id, { ...request, claim }, work);
	const { externalId } = request;
	if (claim.found === 'begun') {
		throw fault('EXTERNAL_ID_UNCLEAR', { externalId, ...LAST_CALLS[lastCall] });
	}
	if (ifUsed === 'fail') throw fault('EXTERNAL_ID_USED', { externalId });
	return { json: { external_id: outputId, skipped: true } };
}

/** The ID of the first try counts, whatever the parameter evaluates to in a later one. */
function usedIdOf({ externalIds }: Run, sent: string | undefined, kept: KeptUse | undefined) {
	if (kept !== undefined) return externalIds.ofHash(kept.hash);
	return sent === undefined ? undefined : externalIds.of(sent);
}

interface Request extends Omit<Wanted, 'sent'> {
	/** The ID as the node outputs it: what may be a secret is removed. */
	outputId: string;
	/** The ID for messages, in which each query is removed. */
	externalId: string;
	kept?: KeptUse;
}

/** @returns nothing if n8n can't say and it doesn't matter */
async function claimFor(run: Run, id: UsedId, request: Request): Promise<Claim | undefined> {
	const { ifUsed, kept: own = { work: 0, hasBegunLastCall: false } } = request;
	try {
		return await (ifUsed === 'create' ? shareId(id, own) : claimId(id, own, run.signal));
	} catch (error) {
		run.signal.throwIfAborted();
		reportUnsaved(run, request, error, false);
		return undefined;
	}
}

async function useId(
	run: Run,
	id: UsedId,
	request: Request & { claim: Extract<Claim, { found: 'free' }> },
	work: (run: Run) => Promise<Output>,
): Promise<Output> {
	const { externalId, outputId, ifUsed, lastCall, kept, claim } = request;
	const isRepeat = claim.isUsed || kept?.is_repeat === true;
	const own: KeptUse = {
		external_id: outputId,
		hash: id.hash,
		work: claim.work,
		hasBegunLastCall: kept?.hasBegunLastCall === true,
		is_repeat: isRepeat,
	};
	const keep = (result: KeptUse) => run.completed.done(EXTERNAL_ID, result);
	const use = new ExternalIdUse(id, own, run.signal, {
		changed: () => keep({ ...own }),
		taken: () => {
			if (ifUsed === 'create') return;
			const { step, leftover } = LAST_CALLS[lastCall];
			throw fault('EXTERNAL_ID_TAKEN', { externalId, leftover }, { step });
		},
		unsaved: (error, isAfterCall) => reportUnsaved(run, request, error, isAfterCall),
	});
	const output = await work({ ...run, externalId: use }).catch(async (error: unknown) => {
		if (await use.giveUp()) keep({ ...own });
		else if (kept === undefined) run.completed.forget(EXTERNAL_ID);
		else keep(kept);
		throw error;
	});
	await use.finish();
	return isRepeat ? { ...output, json: { ...output.json, possible_duplicate: true } } : output;
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
