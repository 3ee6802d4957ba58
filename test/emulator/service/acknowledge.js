/**
 * What a call is answered that has nothing to tell.
 * @param {number} jobId
 * @param {'json' | 'empty' | '204'} form
 * @returns {import('./operations').Answer}
 */
function acknowledge(jobId, form) {
	if (form === 'json') return { status: 200, body: { job_id: jobId } };
	return { status: form === '204' ? 204 : 200 };
}

module.exports = { acknowledge };
