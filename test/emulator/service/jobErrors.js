/** Why a job fails, with the codes that the vendor documents. @type {Readonly<Record<string, string>>} */
const MESSAGES = {
	failed_transcoding: 'The media could not be transcoded',
	failed_transcribing: 'The media could not be transcribed',
	bad_audio_quality: 'The audio is too bad to be transcribed',
	no_speech: 'There is no speech in the media',
	media_upload_error: 'The media could not be fetched',
	exceeded_allowed_duration: 'The media is longer than allowed',
	audio_minutes_limit: 'The job has no audio minutes left',
	audio_minutes_limit_on_account: 'The account has no audio minutes left',
	foreign_language: 'The media is in another language than the job',
};

/** Where it is not said which. */
const DEFAULT_CODE = 'failed_transcribing';

/** @param {string} code */
function isJobErrorCode(code) {
	return Object.hasOwn(MESSAGES, code);
}

/**
 * @param {string} [code]
 * @returns {import('../state').JobError}
 */
function jobError(code = DEFAULT_CODE) {
	return { code, message: MESSAGES[code] };
}

module.exports = { isJobErrorCode, jobError };
