const { readAssetIds, useAssets } = require('../assets');
const { acknowledge, requireOneOf, requirePendingJob } = require('../calls');
const { demand } = require('../errors');
const { httpUrl } = require('../fields');

/** Papers that help who transcribes: slides, names, terms. @type {import('.').Operation} */
const addNotesAttachments = {
	name: 'add_notes_attachments',
	method: 'POST',
	path: '/api/job/add_notes_attachments',
	handle({ query, body }, context) {
		const { switches } = context;
		const job = requirePendingJob({ query, body }, context);
		const { notes = [] } = job;
		const mayHaveMore = notes.length === 0 || switches.get('secondNotes') === 'accepted';
		demand(mayHaveMore, 'INVALID_QUERY', `Job ${job.id} already has notes`);
		const assetIds = readAssetIds(body.asset_ids ?? [], switches);
		requireOneOf(body, ['notes_attachment_url', 'asset_ids']);
		const url = assetIds.length > 0 ? undefined : httpUrl(body.notes_attachment_url);
		useAssets(context, job, assetIds, { notes: [...notes, { url, assetIds }] });
		return acknowledge(job.id, switches.get('addMediaAnswer'));
	},
};

module.exports = { addNotesAttachments };
