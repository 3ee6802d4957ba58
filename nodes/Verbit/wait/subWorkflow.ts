import type { INode, INodeParameters, IWorkflowBase, IWorkflowSettings } from 'n8n-workflow';

/**
 * The workflow in which jobs are waited for: n8n's Wait, then a look at all jobs with the node itself, and back to the
 * Wait until all have ended. What the node puts out then is what the calling node puts out.
 * @param node the node that waits
 * @param continuesOnFail whether a job that fails is put out as an item
 */
export function waitingWorkflow(
	node: INode,
	continuesOnFail: boolean,
	settings: IWorkflowSettings,
): IWorkflowBase {
	const names = {
		start: `${node.name}: jobs`,
		pause: `${node.name}: pause`,
		look: node.name,
		end: `${node.name}: all ended?`,
	};
	const nodes = [
		core(names.start, 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' }),
		core(names.pause, 'wait', 1.1, {
			resume: 'timeInterval',
			amount: '={{ $json.nextLookIn }}',
			unit: 'seconds',
		}),
		{
			...placed(names.look, node.type, node.typeVersion, {
				resource: 'job',
				operation: 'wait',
				jobId: '={{ $json.call?.jobId }}',
				parked: '={{ $json }}',
			}),
			credentials: node.credentials,
			onError: continuesOnFail ? ('continueRegularOutput' as const) : ('stopWorkflow' as const),
		},
		// The end is its first output: what n8n hands to the calling node is that of the last node that ran.
		core(names.end, 'if', 1, {
			conditions: {
				boolean: [{ value1: '={{ $json.nextLookIn === undefined }}', value2: true }],
			},
		}),
	];
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	return {
		name: `${node.name}: wait for jobs`,
		nodes: nodes.map((entry, index) => ({ ...entry, position: [index * 220, 0] })),
		connections: {
			[names.start]: { main: [to(names.pause)] },
			[names.pause]: { main: [to(names.look)] },
			[names.look]: { main: [to(names.end)] },
			[names.end]: { main: [[], to(names.pause)] },
		},
		settings: settingsFor(settings),
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
		// n8n gives it the ID of the calling workflow.
		id: '',
	};
}

/**
 * Of the calling workflow's settings all but those that would have n8n report, keep or end the wait by itself: its
 * outcome is that of the calling execution, and so is its time limit.
 */
function settingsFor(settings: IWorkflowSettings): IWorkflowSettings {
	return {
		...settings,
		errorWorkflow: undefined,
		executionOrder: 'v1',
		callerPolicy: 'workflowsFromSameOwner',
		executionTimeout: -1,
		saveDataErrorExecution: 'none',
		saveDataSuccessExecution: 'none',
	};
}

function core(name: string, type: string, version: number, parameters: INodeParameters): INode {
	return placed(name, `n8n-nodes-base.${type}`, version, parameters);
}

function placed(
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
): INode {
	return { id: name, name, type, typeVersion, parameters, position: [0, 0] };
}
