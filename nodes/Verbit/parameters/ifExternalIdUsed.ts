import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { describeValue } from '../http/redact';
import { readOptions } from './jobCall';

const CHOICES = {
	create: {
		name: 'Create Another',
		description: 'Create another job and flag a possible duplicate',
	},
	fail: { name: 'Fail', description: 'Throw an error without creating a job' },
	skip: {
		name: 'Skip',
		description: "Create nothing and output an item with 'skipped' set to true",
	},
};

export type IfExternalIdUsed = keyof typeof CHOICES;

export const ifExternalIdUsedOption: INodeProperties = {
	displayName: 'If External ID Was Used Before',
	name: 'ifExternalIdUsed',
	type: 'options',
	options: Object.entries(CHOICES).map(([value, choice]) => ({ ...choice, value })),
	default: 'create',
	description: 'What to do if this node has already used this external ID',
};

/**
 * @param externalId of the job to create
 * @throws StepError for an unknown value, and if there is no external ID to skip or fail by
 */
export function readIfExternalIdUsed(
	context: IExecuteFunctions,
	itemIndex: number,
	externalId: string | undefined,
): IfExternalIdUsed {
	const { ifExternalIdUsed = 'create' } = readOptions(context, itemIndex);
	const value = ifExternalIdUsed as IfExternalIdUsed;
	if (!Object.keys(CHOICES).includes(value)) {
		throw fault('IF_EXTERNAL_ID_USED_INVALID', { value: describeValue(ifExternalIdUsed) });
	}
	if (value !== 'create' && externalId === undefined) {
		throw fault('EXTERNAL_ID_MISSING', { choice: CHOICES[value].name });
	}
	return value;
}
