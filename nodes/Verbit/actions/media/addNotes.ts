import { assetIdsField } from '../../parameters/assetIds';
import { binariesField } from '../../upload/binaryFields';
import { choice } from '../../parameters/field';
import { skipUrlChecks, fileUrlField, readFileUrl } from '../../upload/fileUrl';
import { attachOperation, readParts, refuseSeveral } from './attachOperation';
import { jobIdField } from '../../parameters/jobId';
import { sourceOptionsField } from '../../upload/transferOptions';

const notesUrlField = fileUrlField('Notes URL', 'notesUrl', 'e.g. https://example.com/agenda.pdf');

const notesSource = choice(
	'Notes Source',
	'notesSource',
	'Where the notes come from',
	{
		assetIds: ['Asset IDs', 'Use assets already uploaded to the job', assetIdsField],
		binary: ['Binary Files', "Upload the item's files and attach them", binariesField],
		url: ['URL', 'Let Verbit download the notes from a URL', notesUrlField],
	},
	'binary',
);

/**
 * One call for all items of a job: Verbit doesn't document whether a second call adds to the first or replaces it.
 * A call accepts one URL, and no assets beside it.
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
		...notesSource.fields,
		sourceOptionsField('notesSource', [skipUrlChecks.field]),
	],

	step: 'Add notes',

	async read(context, itemIndex, jobId) {
		const source = notesSource.readFrom(context, itemIndex);
		if (source !== 'url') return { parts: await readParts(context, itemIndex, jobId, source) };
		return { body: { notes_attachment_url: readFileUrl(context, itemIndex, notesUrlField) } };
	},

	check(contents, jobId) {
		if (!contents.some((content) => 'body' in content)) return;
		refuseSeveral(contents, jobId, 'a notes URL must be its only notes');
	},

	bodyOf: (assetIds) => ({ asset_ids: assetIds }),

	output: (body, files) => ({ ...body, files }),
});
