import type { IDataObject } from 'n8n-workflow';

/** The service repeats a call for up to 48 hours; the rest is for clocks and queues. */
const REMEMBERED_MS = 72 * 60 * 60 * 1000;

/** So that what n8n stores with the workflow stays small: about 30 KB. */
const REMEMBERED_EVENTS = 1000;

/** By event, when it was emitted, ms since 1970. */
type Times = Map<string, number>;

/** By place. n8n reads and writes what it stores as a whole: calls at the same time would lose each other's events. */
const ofThisProcess = new Map<string, Times>();

/** Remembers which events have started the workflow, so that a repeated call does not start it once more. */
export class EmittedEvents {
	/**
	 * @param place which node of which workflow
	 * @param stored what n8n keeps for the node between calls: its static data
	 */
	constructor(
		private readonly place: string,
		private readonly stored: IDataObject,
	) {}

	has(event: string): boolean {
		return this.read().has(event);
	}

	add(event: string): void {
		const times = newest(this.read().set(event, Date.now()));
		ofThisProcess.set(this.place, times);
		this.stored.emitted = Object.fromEntries(times);
	}

	/** Takes back an event that did not start the workflow after all; n8n has not stored it then. */
	remove(event: string): void {
		ofThisProcess.get(this.place)?.delete(event);
	}

	private read(): Times {
		const stored = Object.entries((this.stored.emitted ?? {}) as Record<string, number>);
		return newest(new Map([...stored, ...(ofThisProcess.get(this.place) ?? [])]));
	}
}

function newest(times: Times): Times {
	const oldest = Date.now() - REMEMBERED_MS;
	const recent = [...times].filter(([, time]) => time >= oldest);
	return new Map(recent.sort(([, a], [, b]) => b - a).slice(0, REMEMBERED_EVENTS));
}
