import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { executeOperation, operations } from './actions/operations';
import { searchProfiles } from './api/profiles';
import { FOR_AGENTS, forWorkflowsAndAgents, isAgentCall } from './n8n/agents';
import { afterEqualCall } from './run/equalCalls';

/** Name, description and default operation. A published default never changes: n8n leaves defaults out of saved workflows. */
const RESOURCES = Object.entries({
	recording: ['Recording', 'A recording to transcribe', 'transcribe'],
	job: ['Job', 'A transcription or captioning job', 'get'],
	media: ['Media', 'The recording that a job transcribes, and its notes', 'add'],
	asset: ['Asset', 'A file registered with a job, to attach as media later', 'upload'],
});

const toolNotice: INodeProperties = {
	displayName:
		"AI agents can't pass files. Let the agent use URLs, asset IDs and job IDs instead. Transcribe returns the text.",
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: FOR_AGENTS },
};

const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(([value, [name, description]]) => ({ name, value, description })),
	default: 'recording',
};

const operationFields = RESOURCES.map(([resource, [, , byDefault]]): INodeProperties => {
	const ownOperations = Object.entries(operations).filter(([key]) =>
		key.startsWith(`${resource}:`),
	);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: ownOperations.map(([key, { name, action, description }]) => {
			return { name, value: key.split(':')[1], action, description };
		}),
		default: byDefault,
	};
});

const fields = Object.entries(operations).flatMap(([key, operation]) => {
	const [resource, name] = key.split(':');
	return operation.fields.flatMap((field) => {
		const show = { resource: [resource], operation: [name], ...field.displayOptions?.show };
		return forWorkflowsAndAgents({ ...field, displayOptions: { ...field.displayOptions, show } });
	});
});

const actions = Object.fromEntries(
	Object.entries(operations).map(([key, { action }]) => [key, action]),
);

export class Verbit implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Verbit',
		name: 'verbit',
		icon: { light: 'file:verbit.svg', dark: 'file:verbit.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: `={{ (${JSON.stringify(actions)})[$parameter["resource"] + ":" + $parameter["operation"]] }}`,
		description: 'Upload recordings to Verbit and get transcripts and captions',
		defaults: { name: 'Verbit' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Transcribe, Submit and Start Transcription start a paid job at each run: don't execute them to see their output, whose fields are in the output schema.",
		},
		sensitiveOutputFields: ['upload_url'],
		// The editor shows this text while an execution of the node is suspended.
		waitingNodeTooltip:
			'Waiting for Verbit to finish. The next check may be some minutes away. You can close this page.',
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'verbitApi', required: true }],
		properties: [toolNotice, resourceProperty, ...operationFields, ...fields],
	};

	methods = { listSearch: { searchProfiles } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		if (isAgentCall(this)) return [await afterEqualCall(this, executeOperation)];
		return [await executeOperation(this)];
	}
}
