/**
 * What each field of an output means. A field has one meaning in all operations.
 * @type {Record<string, string>}
 */
const OUTPUT_FIELDS = {
	asset_id: "The service's ID of the uploaded or announced file",
	asset_ids: 'The assets in the order in which they were given to the job',
	attempts: 'How often the upload was tried',
	bytes: 'Exact length of the file',
	caption_format: 'The format that was asked for',
	captions: 'What is known of the captions, if they are downloaded; `error` if Verbit refuses them',
	characters: 'Length of the text, or of the JSON as Verbit returned it',
	confirmed: 'Whether Verbit was asked for the job before the workflow started',
	content_type: 'MIME type of the file',
	draft: '`true` where these are the captions of a draft',
	draft_ready: 'Whether a draft of the transcript can be had',
	duration_ms: 'Milliseconds from the first attempt to the end, waits included',
	event: 'What happened: `completed`, `failed` or `draftReady`',
	external_id: 'Your own name for the job',
	file_name: 'The name of the file: that which the service got, or gave',
	files:
		'What is known of each file that was uploaded here, in the order of `asset_ids`; empty where only asset IDs were given',
	integrity:
		'`verified` where the MD5 that the store gives is that of what was sent; `unverified` where it gives none, or **Verify Integrity** is off',
	job_id: 'The number of the job',
	job_name: 'The name of the job',
	job_status:
		'As the service writes it: `Pending`, `In Progress`, `Completed`, `Canceled` or `Failure`',
	language: 'The language that was asked for',
	md5: 'MD5 of what was sent, hexadecimal',
	merge_assets: 'Always `true`: the assets became one recording',
	notes_attachment_url: 'The link that the service was given, without its query',
	profile: 'The profile that the job was created with',
	status: '`Completed` or `Failure`; missing for `draftReady`',
	text: 'The captions as text',
	transcript: 'The parsed transcript, for the format JSON',
	transcription_started: 'Whether the job was started',
	truncated: '`true` where the text was cut at **Max Characters**',
	upload_url:
		'Pre-signed URL that takes the file with PUT, where the service gives one. It is a secret',
	upload_url_expires_at: 'When that URL ends (ISO 8601), where it says so itself',
	uploaded_at: 'When the store had the whole file (ISO 8601)',
	use_before:
		'The service deletes the asset when it has not been used by then (ISO 8601): 24 hours after `uploaded_at`',
	warning: 'What the service remarks on the new job, where it does',
};

module.exports = { OUTPUT_FIELDS };
