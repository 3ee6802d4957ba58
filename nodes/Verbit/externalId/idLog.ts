import type { IExecuteFunctions } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import { Records } from '../n8n/records';

/** How long a running execution counts as alive after its last sign of life, ms. Two computers' clocks may be a minute apart. */
export const ALIVE_MS = 105_000;

/** The events of an external ID. Records hold the index in this list, so the order never changes. */
const EVENTS = [
	/** An execution holds the ID from here on. */
	'taken',
	/** The holder has created a job for its recording. */
	'created',
	/** The holder has created a job without a recording. */
	'createdEmpty',
	/** A job without a recording gets the holder's recording. */
	'adopted',
	/** The holder's execution is suspended while it waits for the job. */
	'suspended',
	/** The holder has output the result, and another execution's end decides whether it was delivered. */
	'output',
	/** Nobody holds the ID. */
	'left',
	/** Nobody holds the ID, and a job may exist that nobody knows. */
	'leftInDoubt',
	/** Nobody holds the ID. Verbit refuses its job, so the next holder creates another. */
	'refused',
	/** The holder has started its job. */
	'started',
	/** The holder has attached the recording to its job, which isn't started. */
	'attached',
] as const;

export type IdEvent = (typeof EVENTS)[number];

/** The goal of an operation: a step of the journal, or the output. Records have these words as names, which never change. */
export type IdGoal = 'attach' | 'create' | 'output' | 'start';

/** The lowest recorded number. An n8n that drops equal entries would store 1 for each number, and is recognized by that. */
const LOWEST = 2;

/** Base of the digits by which larger numbers are recorded. */
const BASE = 16;

/** A job, and what the holders of the ID have done with it. */
export interface LoggedJob {
	jobId: number;
	/** The event of the holder whose recording the job has or gets; undefined for a job without a recording. */
	recordingOf?: number;
	isAttached?: true;
	isStarted?: true;
}

export interface IdHistory {
	events: number;
	last?: IdEvent;
	/** Index of the event by which the last holder took the ID. */
	takenEvent?: number;
	/** The jobs that were created with the ID, the latest last, without jobs that Verbit refused. */
	jobs: LoggedJob[];
	/** The executions whose end decides whether a result was delivered. */
	outputs: number[];
}

/**
 * The memory of an external ID in n8n's database, shared by all executions and processes:
 * - `0`, `1`, `2` …: a log of events. Events are only appended, except that a `taken` at the end may be removed. If several
 *   executions append at the same place, one wins
 * - `0 job …`, `0 by …`: the holder's job and execution, digit by digit, written before the event that refers to them
 * - `0 of …`: the recording of the holder that took the ID with this event
 * - `create …`, `attach …`, `start …`, `output …`: the goal is reached, for this recording
 * - `alive`: the time until which the holder counts as alive, replaced by later and later times
 */
export class IdLog extends Records {
	/** @param hash of the ID and of the account's host */
	constructor(context: IExecuteFunctions, hash: string) {
		super(context, `id1:${hash}:`);
	}

	async readHistory(): Promise<IdHistory> {
		const history: IdHistory = { events: 0, jobs: [], outputs: [] };
		for (; ; history.events++) {
			const number = await this.read(`${history.events}`);
			if (number === 0) return history;
			const event = EVENTS[number - LOWEST];
			if (event === undefined) throw new Error(sentence('IDS_NOT_APART', {}));
			history.last = event;
			if (event === 'taken') history.takenEvent = history.events;
			const { takenEvent, jobs } = history;
			if (event === 'created' || event === 'createdEmpty')
				jobs.push({ jobId: await this.readNumber(`${takenEvent} job`) });
			const latest: Partial<LoggedJob> = jobs.at(-1) ?? {};
			if (event === 'created' || event === 'adopted') latest.recordingOf = takenEvent;
			if (event === 'attached') latest.isAttached = true;
			if (event === 'started') latest.isStarted = true;
			if (event === 'refused') jobs.pop();
			if (event === 'output') history.outputs.push(await this.readNumber(`${takenEvent} by`));
		}
	}

	/**
	 * Returns whether the holder is gone, because its last sign of life is too old. The current time is written into `alive`, so
	 * that a late sign with an older time hardly ever revives the holder: see `insertTime`.
	 */
	async proveHolderGone(): Promise<boolean> {
		return !(await this.insertTime('alive', Date.now()));
	}

	/** @returns the event's index; undefined if another execution was faster */
	async take({ events }: IdHistory): Promise<number | undefined> {
		await this.writeAlive();
		return (await this.append(events, 'taken')) ? events : undefined;
	}

	async append(place: number, event: IdEvent): Promise<boolean> {
		return await this.insert(`${place}`, EVENTS.indexOf(event) + LOWEST);
	}

	async writeAlive(until = Date.now() + ALIVE_MS): Promise<void> {
		await this.insertTime('alive', until);
	}

	/** Removes the event by which the holder took the ID if no event followed, so that a schedule's failures don't fill the log. */
	async removeTaken(takenEvent: number): Promise<void> {
		if ((await this.read(`${takenEvent + 1}`)) === 0) await this.remove([`${takenEvent}`]);
	}

	/** @param fingerprints the fingerprints of the recording; empty if there is no recording yet */
	async writeJob(takenEvent: number, jobId: number, fingerprints: string[]): Promise<void> {
		await this.writeFingerprints(takenEvent, fingerprints);
		await this.writeNumber(`${takenEvent} job`, jobId);
	}

	async writeFingerprints(takenEvent: number, fingerprints: string[]): Promise<void> {
		await Promise.all(
			fingerprints.map(async (fingerprint) => await this.insert(`${takenEvent} of ${fingerprint}`)),
		);
	}

	/** @param recordingOf see `LoggedJob` */
	async isOf(recordingOf: number, fingerprints: string[]): Promise<boolean> {
		return await this.hasOne(fingerprints.map((fingerprint) => `${recordingOf} of ${fingerprint}`));
	}

	/**
	 * @param execution ID of the execution; an unknown ID, or an ID that isn't a number, counts as 0
	 * @param until time until which the execution counts as alive, ms since 1970; if left out, it counts as gone
	 */
	async writeOutput(takenEvent: number, execution = '', until?: number): Promise<void> {
		const number = Number(execution);
		await this.writeNumber(`${takenEvent} by`, Number.isSafeInteger(number) ? number : 0);
		await (until === undefined ? this.remove(['alive']) : this.writeAlive(until));
	}

	async isDone(goal: IdGoal, fingerprints: string[]): Promise<boolean> {
		return await this.hasOne(namesOf(goal, fingerprints));
	}

	async writeDone(goal: IdGoal, fingerprints: string[]): Promise<void> {
		const names = namesOf(goal, fingerprints);
		await Promise.all(names.map(async (name) => await this.insert(name)));
	}

	private async hasOne(names: string[]): Promise<boolean> {
		const numbers = await Promise.all(names.map(async (name) => await this.read(name)));
		return numbers.some((number) => number > 0);
	}

	private async writeNumber(name: string, number: number): Promise<void> {
		const record = async (digit: string, place: number) => {
			const recorded = parseInt(digit, BASE) + LOWEST;
			const isNew = await this.insert(`${name} ${place}`, recorded);
			// An earlier try may have recorded the same digit.
			if (isNew || (await this.read(`${name} ${place}`)) === recorded) return;
			throw new Error(sentence('IDS_NOT_APART', {}));
		};
		await Promise.all([...number.toString(BASE)].map(record));
	}

	private async readNumber(name: string): Promise<number> {
		let number = 0;
		for (let place = 0; ; place++) {
			const recorded = await this.read(`${name} ${place}`);
			if (recorded === 0) return number;
			number = number * BASE + recorded - LOWEST;
		}
	}
}

function namesOf(goal: IdGoal, fingerprints: string[]): string[] {
	return fingerprints.length === 0
		? [goal]
		: fingerprints.map((fingerprint) => `${goal} ${fingerprint}`);
}
