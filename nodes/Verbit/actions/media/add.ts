import { assetIdsField } from '../../parameters/assetIds';
import { binaryField } from '../../upload/binaryFields';
import { choice, readOptions } from '../../parameters/field';
import {
	skipUrlChecks,
	mediaUrlField,
	readFileUrl,
	readStreamedUrl,
	urlChoices,
} from '../../upload/fileUrl';
import { attachOperation, readParts, refuseSeveral } from './attachOperation';
import { jobIdField } from '../../parameters/jobId';
import { readTransferOptions, sourceOptionsField } from '../../upload/transferOptions';

const mediaSource = choice(
	'Media Source',
	'mediaSource',
	'Where the recording comes from',
	{
		assetIds: ['Asset IDs', 'Use assets already uploaded to the job', assetIdsField],
		binary: ['Binary File', "Upload the item's file and attach it", binaryField],
		...urlChoices,
	},
	'binary',
);

export const add = attachOperation({
	option: {
		name: 'Add Media',
		value: 'add',
		action: 'Add media',
		description: 'Attach a recording to a job from a file, URL or asset. Once per job.',
	},
	fields: [
		jobIdField,
		...mediaSource.fields,
		sourceOptionsField('mediaSource', [skipUrlChecks.field], [], ['binary', 'urlUpload']),
	],

	step: 'Add media',

	async read(context, itemIndex, jobId) {
		const source = mediaSource.readFrom(context, itemIndex);
		if (source === 'url') {
			return { body: { media_url: readFileUrl(context, itemIndex, mediaUrlField) } };
		}
		if (source !== 'urlUpload') {
			return { parts: await readParts(context, itemIndex, jobId, source, 'Add Media') };
		}
		const transfer = readTransferOptions(readOptions(context, itemIndex));
		const streamed = readStreamedUrl(context, itemIndex, mediaUrlField, transfer);
		return { parts: [{ file: { jobId, source: streamed, transfer } }] };
	},

	check(contents, jobId) {
		refuseSeveral(contents, jobId, 'accepts media only once');
	},

	// Files still wait for their turn: see `uploadOnce`.
	isSmall: true,

	bodyOf: (assetIds) => ({ asset_ids: assetIds }),

	output: (body, [file]) => file ?? body,
});
