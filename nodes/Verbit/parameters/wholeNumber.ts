import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';

/** What a number option may be. */
export interface WholeNumberOption {
	displayName: string;
	min: number;
	max: number;
	/** The value without the option, for the message; left out if nothing is sent then. */
	default?: number;
}

/**
 * The value of a number option, as a number or in a string.
 * @throws StepError when it isn't a whole number within its bounds
 */
export function readWholeNumber(
	given: unknown,
	{ displayName, min, max, default: byDefault }: WholeNumberOption,
): number {
	const isNumeric = typeof given === 'number' || (typeof given === 'string' && /\d/.test(given));
	const value = isNumeric ? Number(given) : NaN;
	if (Number.isInteger(value) && value >= min && value <= max) return value;
	const range = { field: displayName, min, max, value: describeValue(given) };
	throw byDefault === undefined
		? fault('NUMBER_OUT_OF_RANGE', range)
		: fault('NUMBER_OUT_OF_RANGE_WITH_DEFAULT', { ...range, default: byDefault });
}
