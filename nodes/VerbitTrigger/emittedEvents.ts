import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Verbit repeats a call for up to 48 hours; the rest is for clocks and queues. */
const REMEMBERED_MS = 72 * 60 * 60 * 1000;

/** Keeps what n8n stores with the workflow small: about 30 KB. */
const REMEMBERED_EVENTS = 1000;

/** By event, when it was emitted, ms since 1970. */
type Times = Map<string, number>;

/** By place. n8n reads and writes static data as one piece: calls at the same time would lose each other's events. */
const ofThisProcess = new Map<string, Times>();

/** Remembers which events have started the workflow: a repeated call must not start it once more. */
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

	/** Remembers it in this process, until the execution that it starts stores it. */
	add(event: string): void {
		ofThisProcess.set(this.place, newest(this.read().set(event, Date.now())));
	}

	/** Whether this process took the call, and so remembers all events that it took. */
	isOfThisProcess(event: string): boolean {
		return ofThisProcess.get(this.place)?.has(event) === true;
	}

	/**
	 * Writes all events into n8n's static data. Call it inside the execution: n8n stores that data when the execution
	 * ends or waits, even if it failed. n8n 2 stores what a webhook writes only for the first event of a workflow:
	 * before it saves, it creates a second workflow of the same data, which resets the mark that something has
	 * changed.
	 *
	 * What n8n writes replaces what was written by an execution that began later and ended earlier. So the events are
	 * read at the moment when n8n turns its data into JSON.
	 */
	store(): void {
		const events = () => Object.fromEntries(this.read());
		this.stored.emitted = Object.defineProperty(events(), 'toJSON', { value: events });
	}

	/** Takes back an event that did not start the workflow after all. */
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

/** The name of an event, e.g. `7:completed`. */
export function eventKey({ jobId, event }: { jobId: number; event: string }): string {
	return `${jobId}:${event}`;
}

/** Identifies a node of a workflow among all workflows, e.g. `Ab3dEf/5f0c…`: the IDs of both. */
export function nodePath(context: IExecuteFunctions | IWebhookFunctions): string {
	return `${context.getWorkflow().id}/${context.getNode().id}`;
}

/**
 * The events that this trigger has started its workflow with, from n8n's static data; nothing for the editor's test
 * event, which is tried with the same job again and again.
 */
export function emittedEventsOf(
	context: IExecuteFunctions | IWebhookFunctions,
): EmittedEvents | undefined {
	if (context.getMode() === 'manual') return undefined;
	return new EmittedEvents(nodePath(context), context.getWorkflowStaticData('node'));
}
