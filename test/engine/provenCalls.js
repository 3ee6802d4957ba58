/**
 * The operations whose call Verbit accepts once, and the call as the journal names it: `lostResponse.test.js` loses the response
 * of each, and `test/unit/api/evidence.test.js` sees that no call of `nodes/Verbit/api` is missing.
 */
const PROVEN_CALLS = {
	'job:start': 'perform_transcription',
	'media:add': 'add_media',
	'media:addBackupRecording': 'add_backup_record',
	'media:addNotes': 'add_notes_attachments',
	'media:merge': 'add_media',
};

module.exports = { PROVEN_CALLS };
