import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { fault } from '../errors/fault';
import { type BinarySource, binarySource } from '../upload/binarySource';
import type { TransferOptions } from '../upload/transferOptions';
import { binaryFields, fileNotFound } from './binaryFields';
import { hintAtMemory } from './memoryHint';
import { refuseFilesOfAgent } from './toolRun';

/**
 * Describes the files of an item that the parameter Input Binary Field names, in its order. None is read for it.
 * @throws StepError when one is missing or empty, or one name is set for several files
 */
export async function readBinarySources(
	context: IExecuteFunctions,
	itemIndex: number,
	{ fileName, contentType }: TransferOptions,
): Promise<BinarySource[]> {
	refuseFilesOfAgent(context);
	const parameter = context.getNodeParameter('binaryPropertyName', itemIndex);
	const fields = binaryFields(parameter, context.getInputData()[itemIndex]);
	if (fileName !== undefined && fields.length > 1) {
		throw fault('FILE_NAME_FOR_SEVERAL', { count: fields.length });
	}
	const sources: BinarySource[] = [];
	for (const field of fields) {
		const binary = findBinary(context, itemIndex, field);
		sources.push(await binarySource(context, { binary, field }, { fileName, contentType }));
	}
	hintAtMemory(context, sources);
	return sources;
}

function findBinary(context: IExecuteFunctions, itemIndex: number, field: string): IBinaryData {
	const item = context.getInputData()[itemIndex];
	// With combined binary data and files in memory, n8n leaves them where its own helper does not look for them.
	const beside = item.binary ?? {};
	const binary = Object.keys(beside).includes(field)
		? beside[field]
		: askForBinary(context, itemIndex, field);
	// A Code node may put anything there.
	if (typeof binary === 'object' && binary !== null) return binary;
	throw fileNotFound(field, item);
}

function askForBinary(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
): IBinaryData | undefined {
	try {
		return context.helpers.assertBinaryData(itemIndex, field);
	} catch {
		return undefined;
	}
}
