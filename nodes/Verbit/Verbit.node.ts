import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { findOperation, operations } from './actions/operations';
import { searchProfiles } from './api/profiles';
import { nodeProperties } from './nodeProperties';
import { withHeldIds } from './submission/heldIds';

/** What the list of actions calls each operation, by `resource:operation`: "Create job", "Get captions". */
const ACTIONS = Object.fromEntries(
	Object.entries(operations).map(([key, { option }]) => [key, option.action]),
);

const SUBTITLE = `={{ (${JSON.stringify(ACTIONS)})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;

export class Verbit implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Verbit',
		name: 'verbit',
		icon: { light: 'file:verbit.svg', dark: 'file:verbit.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: SUBTITLE,
		description: 'Upload recordings to Verbit and get transcripts and captions',
		defaults: { name: 'Verbit' },
		usableAsTool: true,
		// The editor shows it while an execution of the node is suspended.
		waitingNodeTooltip:
			'Waiting for Verbit to finish. The next check can take some minutes. You can close this page.',
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'verbitApi', required: true }],
		properties: nodeProperties(),
	};

	methods = { listSearch: { searchProfiles } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (this.getInputData().length === 0) return [[]];
		const [resource, name] = ['resource', 'operation'].map((key) => this.getNodeParameter(key, 0));
		const operation = findOperation(`${String(resource)}:${String(name)}`);
		return [await withHeldIds(this, async () => await operation.execute(this))];
	}
}
