const { readAssetIds, useAssets } = require('../assets');
const { acknowledge, requirePendingJob } = require('../calls');
const { demand } = require('../errors');
const { profileOf } = require('../jobs');

/** A second recording, for where the first one is bad. @type {import('.').Operation} */
const addBackupRecord = {
	name: 'add_backup_record',
	method: 'POST',
	path: '/api/job/add_backup_record',
	handle(call, context) {
		const { switches } = context;
		const job = requirePendingJob(call, context);
		const { id, profile, backupAssetId } = job;
		const mayHaveOne = backupAssetId === undefined || switches.get('secondBackup') === 'accepted';
		demand(job.media, 'INVALID_QUERY', `Job ${id} has no media yet`);
		demand(mayHaveOne, 'INVALID_QUERY', `Job ${id} already has a backup recording`);
		const isAllowed = profileOf(job)?.mayHaveBackup;
		const refusal = `The profile ${profile} may not have a backup recording`;
		demand(isAllowed, 'INVALID_OPTION', refusal);
		const assetId = call.body.asset_id ?? undefined;
		demand(assetId !== undefined, 'MISSING_PARAMETER', 'asset_id is missing');
		const [backup] = readAssetIds([assetId], switches);
		useAssets(context, job, [backup], { backupAssetId: backup });
		return acknowledge(id, switches.get('addMediaAnswer'));
	},
};

module.exports = { addBackupRecord };
