import { choice } from '../../parameters/field';
import { binariesProperty } from '../../sources/binaryFields';
import { fileUrlField } from '../../sources/fileUrl';
import { assetIdsField, attachOperation } from './attachOperation';

const notesUrlField = fileUrlField('Notes URL', 'notesUrl', {
	placeholder: 'e.g. https://example.com/agenda.pdf',
});

/** Makes one call for all items of a job: Verbit doesn't document whether a second call adds notes or replaces the first. */
export const mediaAddNotes = attachOperation({
	name: 'Add Notes',
	action: 'Add notes',
	description:
		'Attach an agenda, slides or names for the transcribers. Only before transcription starts.',
	source: choice('Notes Source', 'notesSource', {
		description: 'Where the notes come from',
		default: 'binary',
		choices: {
			assetIds: ['Asset IDs', 'Use assets already uploaded to the job', assetIdsField.property],
			binary: ['Binary Files', "Upload the item's files and attach them", binariesProperty],
			url: ['URL', 'Let Verbit download the notes from a URL', notesUrlField.property],
		},
	}),
	activity: 'Add notes',
	takesAnyFile: true,
	url: {
		field: notesUrlField,
		apiName: 'notes_attachment_url',
		whyOnce: 'a notes URL must be its only notes',
	},
});
