import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { operations } from './actions/operations';
import { nodeProperties } from './actions/properties';
import { runOperation } from './actions/runner';

export class Verbit implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Verbit',
		name: 'verbit',
		icon: { light: 'file:verbit.svg', dark: 'file:verbit.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Bring recordings to the Verbit transcription and caption service',
		defaults: { name: 'Verbit' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'verbitApi', required: true }],
		properties: nodeProperties(),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (this.getInputData().length === 0) return [[]];
		const resource = this.getNodeParameter('resource', 0) as string;
		const operation = this.getNodeParameter('operation', 0) as string;
		return [await runOperation(this, operations[`${resource}:${operation}`])];
	}
}
