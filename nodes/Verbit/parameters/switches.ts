import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

const VALUES = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

/**
 * The value of a switch. An expression may return it as a text or a number: to take `"false"` for true would start a job
 * that costs money, or output a draft as captions.
 * @throws StepError for anything else
 */
export function readSwitch(displayName: string, given: unknown): boolean {
	const isPlain = ['boolean', 'string', 'number'].includes(typeof given);
	const value = isPlain ? VALUES.get(String(given).trim().toLowerCase()) : undefined;
	if (value !== undefined) return value;
	throw fault('SWITCH_INVALID', { field: displayName, value: describeValue(given) });
}

/**
 * The value of a switch in a collection, which has none where the option isn't added or its expression returns nothing.
 * @throws StepError for anything but true, false and nothing
 */
export function readSwitchOption(displayName: string, given: unknown, byDefault: boolean): boolean {
	return readSwitch(displayName, given ?? byDefault);
}
