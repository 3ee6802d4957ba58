const { acknowledge } = require('../acknowledge');
const { readAssetIds, useAssets } = require('../assetIds');
const { ServiceError } = require('../errors');
const { requireHttpUrl, requireJob, requirePending } = require('../query');

/** Papers that help who transcribes: slides, names, terms. @type {import('.').Operation} */
const addNotesAttachments = {
	name: 'add_notes_attachments',
	method: 'POST',
	path: '/api/job/add_notes_attachments',
	handle(call, context) {
		const { switches } = context;
		const job = requireJob(call, context);
		requirePending(job);
		const { notes = [] } = job;
		if (notes.length > 0 && switches.get('secondNotes') === 'refused') {
			throw new ServiceError('INVALID_QUERY', `Job ${job.id} already has notes`);
		}
		const added = readNotes(call.body, switches);
		useAssets(context, job, added.assetIds, { notes: [...notes, added] });
		return acknowledge(job.id, switches.get('addMediaAnswer'));
	},
};

/**
 * @param {Record<string, unknown>} body
 * @param {import('../../switchboard').Switchboard} switches
 * @returns {import('../../state').Notes}
 */
function readNotes({ notes_attachment_url: url, asset_ids: ids }, switches) {
	const assetIds = readAssetIds(ids ?? [], switches);
	const hasUrl = (url ?? undefined) !== undefined;
	if (!hasUrl && assetIds.length === 0) {
		throw new ServiceError('MISSING_PARAMETER', 'notes_attachment_url or asset_ids is missing');
	}
	if (hasUrl && assetIds.length > 0) {
		throw new ServiceError(
			'INVALID_OPTION',
			'Only one of notes_attachment_url and asset_ids can be given',
		);
	}
	if (!hasUrl) return { assetIds };
	requireHttpUrl(String(url));
	return { url: String(url), assetIds };
}

module.exports = { addNotesAttachments };
