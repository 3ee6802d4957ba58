import type { IExecuteFunctions } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { Records } from '../n8n/records';
import {
	EVENTS,
	type IdEvent,
	type IdGoal,
	type LoggedJob,
	NO_HISTORY,
	NUMBERS,
	withEvent,
} from './idHistory';

/** How long a running execution counts as alive after its last sign of life, ms. Two computers' clocks may be a minute apart. */
export const ALIVE_MS = 105_000;

/** Added to events and digits, so that none is recorded as 1: an n8n that drops equal entries would make each number a 1. */
const LOWEST = 2;

const BASE = 16;

/**
 * The memory of an External ID in n8n's database, shared by all executions and processes:
 * - `0`, `1`, `2` …: a log of events. If several executions append at the same place, one wins. The holder removes its last event
 *   if it had no effect: the try of a call, or its taking of a free ID
 * - `0 job …`, `0 by …`: the holder's job and execution, digit by digit, written before the event that refers to them
 * - `0 of …`: the recording of the holder that took the ID with this event
 * - `create …`, `attach …`, `start …`, `output …`: the goal is reached, for this recording. The log says it, too: these are an index,
 *   by which Skip asks in one statement whether an item is done
 * - `alive`: the time until which the holder counts as alive. The holder removes this record at its end, unless the holder removes its
 *   taking. An execution that finds this time past writes the current time: the lease has ended
 */
export class IdLog extends Records {
	/** What the events say, as last read, with what this execution has appended since. */
	history = NO_HISTORY;

	constructor(context: IExecuteFunctions, hash: string) {
		super(context, `id1:${hash}:`);
	}

	get latestJob(): LoggedJob | undefined {
		return this.history.jobs.at(-1);
	}

	get earlierJobs(): LoggedJob[] {
		return this.history.jobs.slice(0, -1);
	}

	async readHistory(): Promise<void> {
		for (let history = NO_HISTORY; ;) {
			const stored = await this.read(`${history.length}`);
			if (stored === 0) {
				this.history = history;
				return;
			}
			const event = EVENTS[stored - LOWEST];
			if (event === undefined) throw new Error(sentence('IDS_NOT_APART', {}));
			const number = NUMBERS[event];
			const name = `${history.placeOfTaking} ${number}`;
			history = withEvent(history, event, number && (await this.readNumber(name)));
		}
	}

	/** Returns whether another execution has appended an event since. */
	async isContinued(): Promise<boolean> {
		return (await this.read(`${this.history.length}`)) > 0;
	}

	/**
	 * Returns whether the last event still stands where it was read: a holder that left late may have removed it since. The whole log
	 * isn't read again, because each run asks this of each started job.
	 */
	async endsAsRead(): Promise<boolean> {
		const { length, last } = this.history;
		const stored = await this.read(`${length - 1}`);
		return last !== undefined && stored === EVENTS.indexOf(last) + LOWEST;
	}

	/** @returns false if another execution has appended an event since */
	async append(event: IdEvent, number?: number): Promise<boolean> {
		const { length } = this.history;
		if (!(await this.insert(`${length}`, EVENTS.indexOf(event) + LOWEST))) return false;
		this.history = withEvent(this.history, event, number);
		return true;
	}

	/**
	 * Removes the holder's last event if no event followed, so that a schedule's failures don't fill the log.
	 * @param fingerprints of the recording for which the ID was taken
	 */
	async removeLast(fingerprints: string[]): Promise<void> {
		const { before = NO_HISTORY, length, placeOfTaking } = this.history;
		const isContinued = await this.isContinued();
		this.history = before;
		if (isContinued) return;
		// The place comes last, because it is free from then on.
		if (placeOfTaking === before.length)
			await this.remove(fingerprintRows(placeOfTaking, fingerprints));
		await this.remove([`${length - 1}`]);
	}

	async appendJob(jobId: number, fingerprints: string[]): Promise<boolean> {
		await this.writeRecording(fingerprints);
		await this.writeNumber(`${this.history.placeOfTaking} job`, jobId);
		return await this.append(fingerprints.length > 0 ? 'created' : 'createdEmpty', jobId);
	}

	/** Writes the holder's recording, before the event that ties it to the job. */
	async writeRecording(fingerprints: string[]): Promise<void> {
		await this.insertAll(fingerprintRows(this.history.placeOfTaking, fingerprints));
	}

	/**
	 * @param execution ID of the execution; an unknown ID, or an ID that isn't a number, counts as 0
	 * @param until time until which the execution counts as alive, ms since 1970; if left out, it counts as gone
	 */
	async appendOutput(execution = '', until?: number): Promise<void> {
		const number = Number(execution);
		const by = Number.isSafeInteger(number) ? number : 0;
		await this.writeNumber(`${this.history.placeOfTaking} by`, by);
		await (until === undefined ? this.remove(['alive']) : this.writeAlive(until));
		await this.append('output', by);
	}

	async writeAlive(until = Date.now() + ALIVE_MS): Promise<void> {
		await this.raiseTime('alive', until);
	}

	/** Ends the lease of a holder that gives no sign of life. Returns whether it gives none. */
	async endIfSilent(): Promise<boolean> {
		// Only a time that is past is replaced by the current one. Then a late sign of life normally has no effect any more.
		return await this.raiseTime('alive', Date.now());
	}

	async writeGoal(goal: IdGoal, fingerprints: string[]): Promise<void> {
		await this.insertAll(goalRows(goal, fingerprints));
	}

	async isGoalReached(goal: IdGoal, fingerprints: string[]): Promise<boolean> {
		return await this.hasAny(goalRows(goal, fingerprints));
	}

	/** Returns whether the recordings of the latest job and of an item are known, and differ. */
	async recordingsDiffer(fingerprints: string[]): Promise<boolean> {
		const { recordingPlace } = this.latestJob ?? {};
		if (recordingPlace === undefined || fingerprints.length === 0) return false;
		return !(await this.hasAny(fingerprintRows(recordingPlace, fingerprints)));
	}

	private async insertAll(names: string[]): Promise<void> {
		await Promise.all(names.map(async (name) => await this.insert(name)));
	}

	private async hasAny(names: string[]): Promise<boolean> {
		const numbers = await Promise.all(names.map(async (name) => await this.read(name)));
		return numbers.some((number) => number > 0);
	}

	private async writeNumber(name: string, number: number): Promise<void> {
		const record = async (digit: string, index: number) => {
			const stored = parseInt(digit, BASE) + LOWEST;
			const isNew = await this.insert(`${name} ${index}`, stored);
			// An earlier try may have written the same digit.
			if (isNew || (await this.read(`${name} ${index}`)) === stored) return;
			throw new Error(sentence('IDS_NOT_APART', {}));
		};
		await Promise.all([...number.toString(BASE)].map(record));
	}

	private async readNumber(name: string): Promise<number> {
		let number = 0;
		for (let index = 0; ; index++) {
			const stored = await this.read(`${name} ${index}`);
			if (stored === 0) return number;
			number = number * BASE + stored - LOWEST;
		}
	}
}

function goalRows(goal: IdGoal, fingerprints: string[]): string[] {
	return fingerprints.length === 0 ? [goal] : fingerprints.map((one) => `${goal} ${one}`);
}

function fingerprintRows(placeOfTaking: number, fingerprints: string[]): string[] {
	return fingerprints.map((one) => `${placeOfTaking} of ${one}`);
}
