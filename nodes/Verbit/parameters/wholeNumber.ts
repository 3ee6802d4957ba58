import { inputError } from '../errors/stepError';
import { describeValue } from '../http/redact';

/** What a number option may be. */
export interface WholeNumberOption {
	displayName: string;
	min: number;
	max: number;
	/** What holds where the option is not set, for the message; none where nothing is sent then. */
	default?: number;
}

/**
 * The value of a number option, as a number or in a string.
 * @throws StepError when it is no whole number within its bounds
 */
export function readWholeNumber(
	given: unknown,
	{ displayName, min, max, default: byDefault }: WholeNumberOption,
): number {
	const isNumeric = typeof given === 'number' || (typeof given === 'string' && /\d/.test(given));
	const value = isNumeric ? Number(given) : NaN;
	if (Number.isInteger(value) && value >= min && value <= max) return value;
	const without = byDefault === undefined ? '' : `: the default is ${byDefault}`;
	throw inputError(
		`The option ${displayName} has to be a whole number from ${min} to ${max}, but is ${describeValue(given)}`,
		`Set it to a number in these bounds, or take the option out${without}.`,
	);
}
