import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { fillIn } from '../Verbit/errors/message';
import { TRIGGER_MESSAGES } from '../Verbit/errors/messages/trigger';
import { emittedEventsOf, eventKey } from './emittedEvents';
import { recordEvent } from './recordedEvents';

/** Whether n8n's log of this process has it already that events can't be recorded. */
let isFailureLogged = false;

/**
 * Runs inside the execution that a call has started. In the process that took the call, the event goes into static data,
 * which n8n saves when the execution ends or waits. A worker gets no stored static data and would replace that of other
 * nodes, so it records the event in n8n's database.
 * @returns the items, without those of an event that another execution has started with
 */
export async function withoutRepeats(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const emitted = emittedEventsOf(context);
	if (emitted === undefined) return items;
	const kept: INodeExecutionData[] = [];
	for (const item of items) {
		const event = eventOf(item.json);
		const isEmittedHere = event !== undefined && emitted.isOfThisProcess(event);
		if (isEmittedHere) emitted.store();
		if (event === undefined || isEmittedHere || !(await isRepeat(context, event))) kept.push(item);
		else report(context, item.json);
	}
	return kept;
}

function eventOf({ job_id: jobId, event }: IDataObject): string | undefined {
	if (typeof jobId !== 'number' || typeof event !== 'string') return undefined;
	return eventKey({ jobId, event });
}

/** Only a call can be a repeat: an execution that a user retries is meant to run again. */
async function isRepeat(context: IExecuteFunctions, event: string): Promise<boolean> {
	try {
		const isKnown = await recordEvent(context, event);
		return isKnown && context.getMode() === 'webhook';
	} catch (error) {
		const reason = (error as Error).message;
		const text = textOf('EVENT_NOT_RECORDED', { reason });
		if (!isFailureLogged) context.logger.warn(`${context.getNode().name}: ${text}`);
		isFailureLogged = true;
		return false;
	}
}

/** Says in n8n's log and in the execution why there is no output. */
function report(context: IExecuteFunctions, { job_id: jobId, event }: IDataObject): void {
	const text = textOf('EVENT_REPEATED', { jobId: Number(jobId), event: String(event) });
	context.logger.info(`${context.getNode().name}: ${text}`);
	context.addExecutionHints?.({ message: text, type: 'info', location: 'outputPane' });
}

function textOf(
	code: 'EVENT_NOT_RECORDED' | 'EVENT_REPEATED',
	values: Record<string, string | number>,
): string {
	const { message, remedy } = TRIGGER_MESSAGES[code];
	return `${fillIn(message, values)}. ${remedy}`;
}
