const { acknowledge } = require('../acknowledge');
const { readAssetIds, useAssets } = require('../assetIds');
const { ServiceError } = require('../errors');
const { findProfile } = require('../profiles');
const { requireJob, requirePending } = require('../query');

/** A second recording, for where the first one is bad. @type {import('.').Operation} */
const addBackupRecord = {
	name: 'add_backup_record',
	method: 'POST',
	path: '/api/job/add_backup_record',
	handle(call, context) {
		const { switches } = context;
		const job = requireJob(call, context);
		requirePending(job);
		if (job.media === undefined) {
			throw new ServiceError('INVALID_QUERY', `Job ${job.id} has no media yet`);
		}
		if (job.backupAssetId !== undefined && switches.get('secondBackup') === 'refused') {
			throw new ServiceError('INVALID_QUERY', `Job ${job.id} already has a backup recording`);
		}
		if (!findProfile(job.profile)?.mayHaveBackup) {
			throw new ServiceError(
				'INVALID_OPTION',
				`The profile ${job.profile} may not have a backup recording`,
			);
		}
		const { asset_id: assetId } = call.body;
		if ((assetId ?? undefined) === undefined) {
			throw new ServiceError('MISSING_PARAMETER', 'asset_id is missing');
		}
		const [id] = readAssetIds([assetId], switches);
		useAssets(context, job, [id], { backupAssetId: id });
		return acknowledge(job.id, switches.get('addMediaAnswer'));
	},
};

module.exports = { addBackupRecord };
