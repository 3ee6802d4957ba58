const { requireJob } = require('../query');

/** @type {import('.').Operation} */
const jobInfo = {
	name: 'job_info',
	method: 'GET',
	path: '/api/job/info',
	handle(call, context) {
		const job = requireJob(call, context);
		return {
			status: 200,
			body: {
				job_id: job.id,
				job_status: job.status,
				job_name: job.name ?? null,
				profile: job.profile,
				external_id: job.externalId ?? null,
				language: job.language ?? null,
				draft_ready: job.isDraftReady ?? false,
				errors: job.errors ?? [],
				media: mediaOf(job),
			},
		};
	},
};

/** @param {import('../../state').Job} job */
function mediaOf({ media }) {
	if (media === undefined) return [];
	if (media.mediaUrl !== null) return [{ media_url: media.mediaUrl }];
	return media.assetIds.map((id) => ({ asset_id: id, merged: media.isMerged }));
}

module.exports = { jobInfo };
