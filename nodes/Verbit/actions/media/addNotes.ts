import { notesAttachment } from '../../api/attach';
import { assetIdsField } from '../../parameters/assetIds';
import { binariesField } from '../../parameters/binaryFields';
import { allowShortLivedUrlOption, fileUrlField, readFileUrl } from '../../parameters/fileUrl';
import { readParts } from '../../parameters/files';
import { jobIdField } from '../../parameters/jobCall';
import { showFor, sourceOptionsField } from '../../parameters/optionsField';
import { readChoice } from '../../parameters/values';
import { attachOperation, refuseSeveral } from './attachOperation';

const notesUrlField = fileUrlField('Notes URL', 'notesUrl', 'e.g. https://example.com/agenda.pdf');

/**
 * All items of a job make one call: it takes a list, and it is open whether a second call adds to the first or replaces
 * it. It takes no more than one URL, and no URL beside assets.
 */
export const addNotes = attachOperation({
	option: {
		name: 'Add Notes',
		value: 'addNotes',
		action: 'Add notes',
		description:
			'Attach an agenda, slides or names for the transcribers. Only before transcription starts.',
	},
	fields: [
		jobIdField,
		{
			displayName: 'Notes Source',
			name: 'notesSource',
			type: 'options',
			options: [
				{
					name: 'Asset IDs',
					value: 'assetIds',
					description: 'Use assets already uploaded to the job',
				},
				{
					name: 'Binary Files',
					value: 'binary',
					description: "Upload the item's files and attach them",
				},
				{
					name: 'URL',
					value: 'url',
					description: 'Let Verbit download the notes from a URL',
				},
			],
			default: 'url',
		},
		showFor('notesSource', ['url'], notesUrlField),
		showFor('notesSource', ['assetIds'], assetIdsField),
		showFor('notesSource', ['binary'], binariesField),
		sourceOptionsField('notesSource', [allowShortLivedUrlOption]),
	],

	async read(context, itemIndex, call) {
		const given = context.getNodeParameter('notesSource', itemIndex);
		const source = readChoice('Notes Source', given, ['assetIds', 'binary', 'url']);
		if (source !== 'url') return { parts: await readParts(context, itemIndex, call, source) };
		const url = readFileUrl(context, itemIndex, notesUrlField);
		return { ofUrl: notesAttachment({ notes_attachment_url: url }) };
	},

	check(contents, jobId) {
		if (!contents.some((content) => 'ofUrl' in content)) return;
		refuseSeveral(contents, jobId, 'a notes URL must be its only notes');
	},

	ofAssets: (assetIds) => notesAttachment({ asset_ids: assetIds }),

	output: (body, files) => ({ ...body, files }),
});
