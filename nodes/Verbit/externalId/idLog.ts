import type { IExecuteFunctions } from 'n8n-workflow';

import { sentence } from '../errors/createError';
import type { StepState } from '../journal/saved';
import { Records } from '../n8n/records';

/** How long a running execution counts as alive after its last sign of life, ms. Two computers' clocks may be a minute apart. */
export const ALIVE_MS = 105_000;

interface Meaning {
	number?: 'by' | 'job';
	/** What the event says of the latest job. */
	job?: Partial<LoggedJob>;
	/** What the event says about a job that isn't recorded: see `IdHistory`. */
	mayHaveOtherJob?: boolean;
}

/** The events of an External ID. Records hold the index in this list, so the order never changes. */
const EVENTS = {
	/** An execution holds the ID from here on. */
	taken: {},
	/** The holder has created a job for its recording. */
	created: { number: 'job', mayHaveOtherJob: false },
	/** The holder has created a job without a recording. */
	createdEmpty: { number: 'job', mayHaveOtherJob: false },
	/** The holder's execution is suspended while it waits for the job. */
	suspended: {},
	/** The holder has output the result. The end of an execution, its own or its caller's, decides whether it was delivered. */
	output: { number: 'by' },
	/** Nobody holds the ID. */
	left: {},
	/** Nobody holds the ID. Verbit refuses its job, so the next holder creates another. */
	refused: {},
	/** The holder has started its job. */
	started: { job: { start: 'done' } },
	/** The holder has attached the recording to its job, which isn't started. */
	attached: { job: { attach: 'done' } },
	/** As `taken`: the holder replaces the latest job, which has failed. */
	replacedFailed: { job: { replacedAs: 'failed' } },
	/** As `taken`: the holder replaces the latest job, which Verbit doesn't know. */
	replacedUnknown: { job: { replacedAs: 'unknown' } },
	/** The holder is about to attach its recording. A job that was created without a recording has this one from here on. */
	attaching: { job: { attach: 'inDoubt' } },
	/** The holder is about to start its job. */
	starting: { job: { start: 'inDoubt' } },
	/** Nobody holds the ID. The last holder doesn't know whether it has created a job. */
	leftInDoubt: { mayHaveOtherJob: true },
} satisfies Record<string, Meaning>;

export type IdEvent = keyof typeof EVENTS;

const NAMES = Object.keys(EVENTS) as IdEvent[];

const TAKINGS = ['taken', 'replacedFailed', 'replacedUnknown'] as const satisfies IdEvent[];

const FREEING = ['left', 'leftInDoubt', 'refused'] as const satisfies IdEvent[];

/** Returns whether nobody holds the ID after this event, or before the first. */
export function isFreeAfter(event?: IdEvent): boolean {
	return event === undefined || FREEING.some((freeing) => freeing === event);
}

export type Taking = (typeof TAKINGS)[number];

export function isTaking(event?: IdEvent): event is Taking {
	return TAKINGS.some((taking) => taking === event);
}

/** The goal of an operation: a step of the journal, or the output. Records have these words as names, which never change. */
export type IdGoal = 'attach' | 'create' | 'output' | 'start';

/** Added to events and digits, so that none is recorded as 1: an n8n that drops equal entries would make each number a 1. */
const LOWEST = 2;

const BASE = 16;

export interface LoggedJob {
	jobId: number;
	/** The place of the taking whose fingerprints are the recording's; undefined for a job without a recording. */
	recordingPlace?: number;
	attach: StepState;
	start: StepState;
	replacedAs?: 'failed' | 'unknown';
}

export interface IdHistory {
	before?: IdHistory;
	/** Number of events, and so the place of the next event. */
	length: number;
	last?: IdEvent;
	/** The place of the event by which the last holder took the ID. */
	takenPlace?: number;
	/** Whether, since the last job was recorded, a holder may have created one that isn't. */
	mayHaveOtherJob?: boolean;
	/** The jobs that were created with the ID, the latest last, without jobs that Verbit refused. */
	jobs: LoggedJob[];
	/** The last two executions whose end decides whether the result was delivered: a sub-workflow's outermost caller; 0 if unknown. */
	outputExecutions: number[];
}

export const NO_HISTORY: IdHistory = { length: 0, jobs: [], outputExecutions: [] };

/** Returns a history with one more event. @param number the created job, or the execution whose end decides */
export function withEvent(history: IdHistory, event: IdEvent, number = 0): IdHistory {
	const { length, jobs, outputExecutions } = history;
	const { job: changes, mayHaveOtherJob = history.mayHaveOtherJob }: Meaning = EVENTS[event];
	const next = { ...history, before: history, length: length + 1, last: event, mayHaveOtherJob };
	if (isTaking(event)) {
		next.takenPlace = length;
		// A holder that was gone after its taking may have created a job, unless it took the ID for a job that exists.
		const isForNewJob = history.last !== 'taken' || jobs.length === 0;
		if (isTaking(history.last) && isForNewJob) next.mayHaveOtherJob = true;
	}
	const latest = jobs.at(-1);
	if (latest !== undefined && changes !== undefined) {
		const recordingPlace =
			event === 'attaching' ? (latest.recordingPlace ?? next.takenPlace) : latest.recordingPlace;
		next.jobs = jobs.with(-1, { ...latest, ...changes, recordingPlace });
	}
	const created = { jobId: number, attach: 'untried', start: 'untried' } as const;
	if (event === 'created') next.jobs = [...jobs, { ...created, recordingPlace: next.takenPlace }];
	if (event === 'createdEmpty') next.jobs = [...jobs, created];
	if (event === 'refused') next.jobs = jobs.slice(0, -1);
	if (event === 'output') {
		const others = outputExecutions.filter((one) => one !== number || one === 0);
		next.outputExecutions = [...others, number].slice(-2);
	}
	return next;
}

/**
 * The memory of an External ID in n8n's database, shared by all executions and processes:
 * - `0`, `1`, `2` …: a log of events. If several executions append at the same place, one wins. The holder removes its last event
 *   if it had no effect: the try of a call, or its taking of a free ID
 * - `0 job …`, `0 by …`: the holder's job and execution, digit by digit, written before the event that refers to them
 * - `0 of …`: the recording of the holder that took the ID with this event
 * - `create …`, `attach …`, `start …`, `output …`: the goal is reached, for this recording
 * - `alive`: the time until which the holder counts as alive. The holder removes it when it ends, unless it removes its taking. An
 *   execution that finds this time past writes the current time: the lease has ended
 */
export class IdLog extends Records {
	constructor(context: IExecuteFunctions, hash: string) {
		super(context, `id1:${hash}:`);
	}

	async readHistory(): Promise<IdHistory> {
		for (let history = NO_HISTORY; ;) {
			const recorded = await this.read(`${history.length}`);
			if (recorded === 0) return history;
			const event = NAMES[recorded - LOWEST];
			if (event === undefined) throw new Error(sentence('IDS_NOT_APART', {}));
			const { number }: Meaning = EVENTS[event];
			const name = `${history.takenPlace} ${number}`;
			history = withEvent(history, event, number && (await this.readNumber(name)));
		}
	}

	async append(place: number, event: IdEvent): Promise<boolean> {
		return await this.insert(`${place}`, NAMES.indexOf(event) + LOWEST);
	}

	async writeAlive(until = Date.now() + ALIVE_MS): Promise<void> {
		await this.raiseTime('alive', until);
	}

	/**
	 * Removes the holder's event at a place if no event followed, so that a schedule's failures don't fill the log.
	 * @param fingerprints of the recording with which the ID was taken; empty for another event
	 */
	async removeLast(place: number, fingerprints: string[] = []): Promise<void> {
		if ((await this.read(`${place + 1}`)) > 0) return;
		// The place comes last, because it is free from then on.
		await this.remove(recordingNames(place, fingerprints));
		await this.remove([`${place}`]);
	}

	async writeJob(takenPlace: number, jobId: number, fingerprints: string[]): Promise<void> {
		await this.insertAll(recordingNames(takenPlace, fingerprints));
		await this.writeNumber(`${takenPlace} job`, jobId);
	}

	/**
	 * @param execution ID of the execution; an unknown ID, or an ID that isn't a number, counts as 0
	 * @param until time until which the execution counts as alive, ms since 1970; if left out, it counts as gone
	 */
	async writeOutput(takenPlace: number, execution = '', until?: number): Promise<void> {
		const number = Number(execution);
		await this.writeNumber(`${takenPlace} by`, Number.isSafeInteger(number) ? number : 0);
		await (until === undefined ? this.remove(['alive']) : this.writeAlive(until));
	}

	async insertAll(names: string[]): Promise<void> {
		await Promise.all(names.map(async (name) => await this.insert(name)));
	}

	async hasOne(names: string[]): Promise<boolean> {
		const numbers = await Promise.all(names.map(async (name) => await this.read(name)));
		return numbers.some((number) => number > 0);
	}

	private async writeNumber(name: string, number: number): Promise<void> {
		const record = async (digit: string, index: number) => {
			const recorded = parseInt(digit, BASE) + LOWEST;
			const isNew = await this.insert(`${name} ${index}`, recorded);
			// An earlier try may have recorded the same digit.
			if (isNew || (await this.read(`${name} ${index}`)) === recorded) return;
			throw new Error(sentence('IDS_NOT_APART', {}));
		};
		await Promise.all([...number.toString(BASE)].map(record));
	}

	private async readNumber(name: string): Promise<number> {
		let number = 0;
		for (let index = 0; ; index++) {
			const recorded = await this.read(`${name} ${index}`);
			if (recorded === 0) return number;
			number = number * BASE + recorded - LOWEST;
		}
	}
}

export function goalNames(goal: IdGoal, fingerprints: string[]): string[] {
	return fingerprints.length === 0 ? [goal] : fingerprints.map((one) => `${goal} ${one}`);
}

export function recordingNames(takenPlace: number, fingerprints: string[]): string[] {
	return fingerprints.map((one) => `${takenPlace} of ${one}`);
}
