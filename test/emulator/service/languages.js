/** That of the account's profiles. */
const DEFAULT_LANGUAGE = 'en-US';

/**
 * In which a job has captions: its own, and those that it is translated to.
 * @param {import('../state').Job} job
 * @returns {string[]}
 */
function languagesOf({ language = DEFAULT_LANGUAGE, translationLanguages = [] }) {
	return [language, ...translationLanguages];
}

module.exports = { DEFAULT_LANGUAGE, languagesOf };
