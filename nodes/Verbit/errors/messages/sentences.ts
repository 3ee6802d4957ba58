/**
 * Sentences that aren't errors of their own: advice added to an error's remedy when more is known, hints, and texts for the
 * editor, the credential's Test button and n8n's log.
 */
export const SENTENCES = {
	AGAIN_ALONE: 'run a copy of this workflow with only this recording',
	AGAIN_BY_CALL: 'make the same call again',
	AGAIN_BY_CALL_NOW: 'make the same call again in this execution',
	AGAIN_BY_EITHER: 'retry this execution in the list or run the workflow again',
	AGAIN_BY_ID_OR_ALONE:
		'run the workflow again if it uses External IDs without Create Another, otherwise run a copy of this workflow with only this recording',
	AGAIN_BY_REUSE_OR_ALONE:
		'run the workflow that submitted it if it has External IDs with Use Its Job or with Skip in Transcribe, otherwise a copy of it with only this recording',
	AGAIN_BY_RETRY: 'retry this execution in the list',
	AGAIN_BY_RUN: 'run the workflow again',
	BY_CAPTIONS: 'use Get Captions or Transcript with the job ID',
	BACKUP_CONDITIONS:
		"The job must have its media, not be started, and have a profile that accepts backup recordings: ask Verbit's support.",
	CALL_AGAIN:
		'Job {jobId} has no result to output yet. Make the same call again later: it continues with this job.',
	CALL_LATER:
		'Job {jobId} has no result to output yet. Use Get Captions or Transcript with this job ID later. The same call would start another job.',
	CHARSET_GUESSED:
		"Verbit's text (job {jobId}, maybe more) isn't all UTF-8 and names no character set, so its letters are a guess. If they are wrong, set 'Output As' to File, and convert the file.",
	CHECK_PROFILE:
		"Check 'Profile' first: select one from the list, or enter its exact name. Then check the other fields.",
	CONTINUE: 'To continue with {jobs}, {how}.',
	CREATION_NOT_REPEATED:
		"an earlier attempt in this execution got no response, so the node didn't try again",
	DRAFT_FORMATS: 'Drafts come as DOCX, PDF, SAMI, SRT, TXT or WebVTT only, not as segments.',
	DRAFT_OF_COMPLETED_JOB: "The job is completed: remove the option 'Draft' to get its captions.",
	EARLIER_ATTEMPT_UNCLEAR: 'An earlier attempt may have worked: check the job with Get.',
	EACH_RUN_COSTS:
		"Each execution submits the recording again, as a new, paid job. Set an 'External ID' that stays the same, with Use Its Job: later executions then use this job. While you build the workflow, use the sandbox.",
	EVENT_NOT_RECORDED:
		"n8n couldn't record an event ({reason}), so a repeated call can start the workflow again. Check n8n's database.",
	EVENT_REPEATED:
		"An earlier execution started with this event ({event} of job {jobId}): retry it if it failed or crashed. If Verbit completed the job again, turn on 'Accept Repeated Calls'.",
	FIELD_IS_FIXED:
		'The field is in Fixed mode, which sends an expression as text: point at the field and click Expression.',
	FILE_HELD_IN_MEMORY:
		'n8n holds all of "{file}" in memory, because it keeps files in memory or in its database. For large recordings, set N8N_DEFAULT_BINARY_DATA_MODE to filesystem (in queue mode only with a shared disk), or use a URL as the source.',
	FILES_NOT_SENT:
		"Item {item} has more files that aren't sent: {fields}. To send one too, run a copy of this workflow with only this item and with the field's name in 'Input Binary Field'. Set 'Content Type' there, too, if the node doesn't recognize the file.",
	IDS_NOT_APART: "this version of n8n doesn't keep External IDs apart: update the Verbit node",
	IDS_NOT_REMEMBERED: "{node} can't remember which External IDs were used: {reason}",
	ID_SHARED:
		'Items of this run share External ID "{externalId}" (maybe others, too), so they have one job ({jobId}). If they are different recordings, run a copy of this workflow with only the later ones, each with its own ID.',
	ITEMS_DONE:
		"Skipped {items} that an earlier execution has dealt with: {recordings}. To get a result again, set 'If Used Before' to Use Its Job.",
	ITEMS_FAILED_TWICE:
		'Skipped {items} whose jobs failed or were stopped twice: {recordings}. To submit one again, run a copy of this workflow with only this recording.',
	ITEMS_IN_WORK:
		'Skipped {items} that another execution is working on: {recordings}. If that execution was stopped or crashed, run the workflow again: it continues in a few minutes, or if that execution was Waiting, five minutes after its next check was due.',
	ITEMS_SHARED:
		'Skipped {items} with the External ID of another item of this run: {recordings}. If they are different recordings, run a copy of this workflow with only these, each with its own ID.',
	ITEM_FAILED:
		"This item failed in an earlier Verbit step and holds only its error. Set 'On Error' of that node to Continue (using error output), or let an If node bypass this step for items with 'error' (in a loop, back to its start).",
	ITEM_SKIPPED:
		"This item was skipped in an earlier Verbit step and has no job. Let an If node bypass this step for items with 'skipped' (in a loop, back to its start).",
	JOBS_LEFT_OVER:
		'Another execution was faster, so job {jobId} stays unstarted (maybe others, too).',
	JOB_MAY_BE_PAID:
		'Check {jobs} with Get, as it may be paid for, and use Start Transcription if it is still pending.',
	JOB_PAID:
		'To get the result of {jobs}, which is paid for, use Get Captions or Transcript with the job ID once it is completed.',
	KEY_KIND_OPEN: "n8n can't tell which kind of key this is until that host responds.",
	NO_SPEECH:
		"Verbit returned empty captions (job {jobId}, maybe more): the recording may contain no speech. If it does, ask Verbit's support.",
	METADATA_CONDITIONS:
		"The job's profile may require metadata, which only a new job gets, from 'Job Metadata'.",
	NOTES_CONDITIONS: 'Add notes before the transcription is started.',
	SEND_ANYWAY: "To send it anyway, turn on 'Skip URL Checks'.",
	OTHER_ITEMS:
		"To let the other items through, set 'On Error' of this node to Continue (using error output), save the workflow, and retry this execution in the list.",
	POSSIBLE_DUPLICATE:
		'Verbit may have another job with the External ID of job {jobId} (maybe others, too): an earlier attempt got no response, or the earlier job is hidden from this API key. Look for it in Verbit.',
	PROFILES_NOT_LISTED:
		"This environment has no list of profiles: choose 'Name' and enter the profile",
	SANDBOX_JOB_FINISHES:
		"Verbit's sandbox transcribes nothing, so Transcribe had the job finish after 10 seconds. To change that, add the option 'Sandbox: Finish In'.",
	SANDBOX_JOB_STAYS:
		"A job in Verbit's sandbox stays In Progress. To have it finish, add the option 'Sandbox: Finish In'.",
	STILL_SUBMITTING:
		'The recording is still on its way to Verbit. Make the same call again later: it continues with the same job.',
	SUBMIT_AGAIN: 'To submit it again, {how}.',
	TESTED_KEY_REFUSED:
		"Verbit didn't accept this key or token. Check 'API Key', 'Authentication' and 'Environment': the sandbox has its own key under My Account in Verbit. A newer key may have revoked this one.",
	TESTED_KEY_UNCHECKED:
		"Verbit is busy or down, so the key couldn't be checked. Try again in a few minutes.",
	TESTED_URL_WRONG:
		"'Base URL' isn't the URL of the Verbit API. It usually ends in /api, such as {example}",
	TIMES_DIFFER:
		"In Verbit's transcript (job {jobId}, maybe more), segments start at other times than their own words. Check 'start' and 'end' before you use them.",
	TRANSCRIPT_PROFILE:
		"If the job's profile makes transcripts only, set 'Caption Format' to TXT, or if it isn't shown, 'Output As' to Text.",
	TRANSLATION_CONDITIONS:
		"Check 'Caption Language': the translation must have been ordered with 'Translation Languages'.",
	TRANSCRIPT_VERSION:
		"Verbit's JSON transcript has a version that this node doesn't know: check the segments, and update the Verbit node.",
	TRY_AGAIN: 'To try again, retry this execution in the list.',
	UPLOAD_URL_NAMES:
		"Verbit doesn't publish the names of this deprecated call: enter those that Verbit's support gives you in the options, or use Upload Binary.",
	WAITS_FOR_CALLER: 'the result is needed right away',
	WAITS_FOR_JOBS:
		'Verbit is working on {jobs}. If you stop this execution, the jobs go on in Verbit: once they are completed, {how}.',
	WAITS_IN_OTHER_N8N: "this version or engine of n8n can't suspend it",
	WAITS_IN_OLD_SUB_WORKFLOW: 'this version of n8n loses the errors of sub-workflows that wait',
	WAITS_IN_SUB_WORKFLOW_OF_ITEM:
		'a sub-workflow with one item may have been called once for each item',
} as const satisfies Record<string, string>;

export type SentenceCode = keyof typeof SENTENCES;

/** Sentences about fields and executions, which an AI agent can't follow. */
export const FOR_PEOPLE: readonly SentenceCode[] = [
	'DRAFT_OF_COMPLETED_JOB',
	'FIELD_IS_FIXED',
	'SEND_ANYWAY',
	'TRANSCRIPT_PROFILE',
];
