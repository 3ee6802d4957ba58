import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { createError } from '../errors/createError';
import { getOrInsert } from '../inspect/inspect';
import { Journal } from '../journal/journal';
import { choice, readOptions, showFor } from '../parameters/field';
import { binariesProperty, orderField } from '../sources/binaryFields';
import { readBinarySources } from '../sources/binarySource';
import { cleanFileName } from '../sources/fileName';
import {
	mediaUrlField,
	readFileUrl,
	readStreamedUrl,
	refuseExpiringUrl,
	sourceOptionsProperty,
	urlChoices,
} from '../sources/fileUrl';
import { fingerprintsOf, type Recording } from '../upload/sourceFile';
import { readJobPlan } from './jobFields';

const recordingSourceField = choice('Media Source', 'mediaSource', {
	description: 'Where the recording comes from',
	default: 'binary',
	choices: {
		binary: [
			'Binary File',
			"Upload the item's files. Several files are merged in order.",
			binariesProperty,
		],
		...urlChoices,
	},
});

export const { fields: recordingFields } = recordingSourceField;

export function submissionOptions(...own: INodeProperties[]): INodeProperties {
	const orderOfFiles = showFor('/mediaSource', ['binary'], {
		...orderField.property,
		description: 'Order in which the files are merged. If unset, files of * are sorted by name.',
	});
	return sourceOptionsProperty(recordingSourceField, [orderOfFiles, ...own]);
}

export async function planSubmission(context: IExecuteFunctions, itemIndex: number) {
	// The recording is read first, so that a missing URL isn't reported as a missing External ID: an agent's ID is the URL.
	const recording = await readRecording(context, itemIndex);
	const { job, ...idChoice } = readJobPlan(context, itemIndex);
	// A job of the External ID may already have the recording, so its URL is checked after the job is looked up.
	const { externalId, ifUsed } = idChoice;
	if (externalId !== undefined && ifUsed !== 'create')
		refuseIdOfEarlierItem(context, itemIndex, externalId, recording);
	else if (recording.url !== undefined)
		refuseExpiringUrl(context, itemIndex, mediaUrlField, recording.url);
	const { files, url } = recording;
	const job_name = files ? files[0].fileName : cleanFileName(url) || undefined;
	return { job: { job_name, ...job }, ...idChoice, recording };
}

async function readRecording(context: IExecuteFunctions, itemIndex: number): Promise<Recording> {
	const source = recordingSourceField.readFrom(context, itemIndex);
	if (source === 'url') return { url: await readFileUrl(context, itemIndex, mediaUrlField) };
	if (source === 'urlUpload')
		return { files: [readStreamedUrl(context, itemIndex, mediaUrlField)] };
	const options = readOptions(context, itemIndex);
	const chosenOrder = 'order' in options ? orderField.readIn(options) : undefined;
	return { files: await readBinarySources(context, itemIndex, { chosenOrder }) };
}

/** The fingerprint of each External ID's first recording in a run. */
const fingerprintsOfRun = new WeakMap<IExecuteFunctions, Map<string, string>>();

/**
 * Throws for an ID that an earlier item has for another recording, because the first would be paid before the second fails. With
 * Continue On Fail the first is sent anyway, and may be the wrong one. An item that is begun keeps the ID of its job.
 */
function refuseIdOfEarlierItem(
	context: IExecuteFunctions,
	itemIndex: number,
	externalId: string,
	recording: Recording,
): void {
	const journals = Journal.ofItems(context, [itemIndex]);
	if (context.continueOnFail() || journals.some(({ hasBegun }) => hasBegun)) return;
	// The size of a file that is streamed from a URL isn't known yet.
	if (recording.files?.some(({ size }) => size === undefined)) return;
	const [fingerprint] = fingerprintsOf(recording);
	const known = getOrInsert(fingerprintsOfRun, context, () => new Map());
	if (getOrInsert(known, externalId, () => fingerprint) === fingerprint) return;
	throw createError('EXTERNAL_ID_OF_OTHER_FILE', { externalId, variant: 'Same run' });
}
