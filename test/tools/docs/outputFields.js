/**
 * What each field of an output means. A field has one meaning in all operations.
 * @type {Record<string, string>}
 */
const OUTPUT_FIELDS = {
	asset_id: 'ID of the uploaded or registered file',
	asset_ids: 'The attached assets, in their order',
	attempts: 'Number of upload attempts',
	bytes: 'Exact length of the file',
	caption_format: 'The requested format',
	captions: 'What is known of the captions, if they are downloaded; `error` if Verbit refuses them',
	characters: 'Length of `text`, or of the JSON as Verbit returned it',
	confirmed: 'Whether Verbit was asked for the job before the workflow started',
	confirmed_by_repeat:
		'`true` where a response was lost, and Verbit confirmed the call when it was repeated',
	content_type: 'MIME type of the file',
	continued: '`true` where the job is that of an earlier execution with the same External ID',
	draft: '`true` where these are the captions of a draft',
	draft_ready: 'Whether a draft of the transcript is available',
	duration_ms: 'Milliseconds from the first attempt to the end, including pauses',
	end: 'When a segment ends, in seconds',
	errors: 'Why the job failed, as `code` and `message`',
	event: 'What happened: `completed`, `failed` or `draftReady`',
	external_id: 'Your own ID for the job',
	file_name: 'Name of the file',
	file_names: 'The names of the merged files, in their order',
	finished: "`false` where the caller couldn't wait for the job: the same call goes on with it",
	files:
		'Each uploaded file with the fields of Upload Binary, in the order of `asset_ids`. Empty if only asset IDs were attached',
	integrity:
		'`verified` if the checksum of the storage matches, `unverified` if the storage returns none or **Verify Integrity** is off',
	job_id: 'ID of the job',
	job_name: 'The name of the job',
	job_status: '`Pending`, `In Progress`, `Completed`, `Canceled` or `Failure`',
	language: 'Language of the job, or of the captions',
	md5: 'MD5 checksum of the sent data, hexadecimal',
	media_url: 'The URL that Verbit downloads, without its query',
	merge_assets: 'Always `true`: the assets became one recording',
	notes_attachment_url: 'The URL of the notes, without its query',
	possible_duplicate: '`true` where Verbit may have another job with this External ID: look for it',
	profile: 'The profile that the job was created with',
	segments: 'Who said what, and when',
	skipped:
		'`true` for an item that Skip dropped. Such an item is output with **Output Skipped Items**, and in a loop, which would end without an item',
	speaker: 'The name of who speaks, left out where it is unknown',
	speakers: 'The names of the speakers, in the order in which they first speak',
	start: 'When a segment begins, in seconds',
	text: 'The captions as text. With **Output As** Segments a paragraph for each segment, with the name where the speaker changes',
	transcript: 'The parsed transcript, for the format JSON',
	transcription_started: 'Whether the job was started',
	truncated: '`true` where the text was cut at **Max Characters**',
	upload_url: 'Pre-signed URL to upload the file to with PUT. Treat it as a secret',
	upload_url_expires_at: 'When the upload URL expires (ISO 8601), if it says so',
	uploaded_at: 'When the upload finished (ISO 8601)',
	use_before:
		'When Verbit deletes the asset if it is unused (ISO 8601): 24 hours after `uploaded_at`',
	verbit_error: 'An error that Verbit returned beside a success',
	warning: 'A warning that Verbit returned for the new job',
};

module.exports = { OUTPUT_FIELDS };
