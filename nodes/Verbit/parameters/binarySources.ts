import type { IExecuteFunctions } from 'n8n-workflow';

import { binaryFields } from './binaryFields';
import { type BinarySource, binarySource } from '../upload/binarySource';
import { inputError } from '../errors/stepError';
import type { TransferOptions } from '../upload/transferOptions';
import { refuseAgent } from './toolRun';

/** From this size on it matters where n8n keeps a file. */
const LARGE_BYTES = 64 * 1024 * 1024;

/**
 * Describes the files of an item that the parameter Input Binary Field names, in its order. None is read for it.
 * @throws StepError when one is missing or empty, or one name is set for several files
 */
export async function readBinarySources(
	context: IExecuteFunctions,
	itemIndex: number,
	{ fileName, contentType }: TransferOptions,
): Promise<BinarySource[]> {
	refuseAgent(
		context,
		'upload files: n8n gives a tool no binary data',
		'Have the agent use a link (Add Media with Media Source: URL, or Upload Binary with Upload Source: URL), or asset IDs that a workflow has uploaded.',
	);
	const parameter = context.getNodeParameter('binaryPropertyName', itemIndex);
	const fields = binaryFields(parameter, context.getInputData()[itemIndex]);
	if (fileName !== undefined && fields.length > 1) {
		throw inputError(
			`The option File Name is set, but there are ${fields.length} files`,
			'Take the option out, so that each file keeps its own name, or name one Input Binary Field.',
		);
	}
	const sources: BinarySource[] = [];
	for (const field of fields) {
		sources.push(await binarySource(context, itemIndex, field, { fileName, contentType }));
	}
	hintAtMemory(context, sources);
	return sources;
}

/** Executions of the node that have been told: a hint for each of a thousand files would hide all others. */
const told = new WeakSet<IExecuteFunctions>();

/** In these modes n8n holds the file as a whole, whatever a node does. `addExecutionHints` is missing in older n8n. */
function hintAtMemory(context: IExecuteFunctions, sources: BinarySource[]): void {
	const held = sources.find(({ size, isHeldInMemory }) => isHeldInMemory && size >= LARGE_BYTES);
	if (held === undefined || told.has(context)) return;
	told.add(context);
	context.addExecutionHints?.({
		message: `n8n holds "${held.fileName}" in memory as a whole: it keeps binary data in memory or in its database. For large recordings set N8N_DEFAULT_BINARY_DATA_MODE to filesystem, or choose Upload Source: URL.`,
		type: 'warning',
		location: 'outputPane',
	});
}
