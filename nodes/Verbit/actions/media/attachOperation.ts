import type { IDataObject } from 'n8n-workflow';

import { assetBody, type AttachActivity, attachCall, attachesMedia } from '../../api/attach';
import { getJob, outputOfJob, readJobStatus } from '../../api/jobInfo';
import { createError } from '../../errors/createError';
import { StepError } from '../../errors/stepError';
import { type ChoiceField, type Field, fieldWith } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { firstRepeated, readEntry, readList } from '../../parameters/values';
import { callOnce, keyOfJob, oncePerJob } from '../../run/callOnce';
import type { Operation, Tools } from '../../run/operation';
import { describeValue } from '../../secrets/shownText';
import { INPUT_FIELD, orderField } from '../../sources/binaryFields';
import { readBinarySources } from '../../sources/binarySource';
import { inNaturalOrder } from '../../sources/fileName';
import {
	mediaUrlField,
	readFileUrl,
	readStreamedUrl,
	refuseExpiringUrl,
	sourceOptionsProperty,
} from '../../sources/fileUrl';
import { type FileOrAssetId, subjectOfFiles } from '../../upload/sourceFile';
import { uploadFiles } from '../../upload/uploadFiles';

export const assetIdsField = fieldWith(readAssetIds, 'Asset IDs', 'assetIds', {
	required: true,
	placeholder: 'e.g. {{ $json.asset_id }}',
	hint: 'Separate multiple IDs with commas',
	description: "Values of 'asset_id' that Add Asset or Upload Binary returned",
});

export const assetIdField = fieldWith(readAssetIds, 'Asset ID', 'assetId', {
	required: true,
	placeholder: 'e.g. {{ $json.asset_id }}',
	description: "Value of 'asset_id' that Add Asset or Upload Binary returned",
});

/**
 * Makes an operation that attaches files to a job.
 * @param options `whyOnce`: why a job takes one item with one file, as the end of the message JOB_IN_SEVERAL_ITEMS. Without it, all
 *   files of all items are attached together, but an item with a URL keeps to the URL's
 */
export function attachOperation(
	options: Pick<Operation<unknown>, 'name' | 'action' | 'description'> & {
		activity: AttachActivity;
		source: ChoiceField<'assetId' | 'assetIds' | 'binary' | 'url' | 'urlUpload'>;
		url?: { field: Field<string>; apiName: string; whyOnce?: string };
		takesAnyFile?: boolean;
		whyOnce?: string;
	},
): Operation<{
	jobId: number;
	urlBody?: IDataObject;
	files: FileOrAssetId[];
	isByName?: boolean;
}> {
	const { name, action, description, activity, source, url, takesAnyFile, whyOnce } = options;
	return {
		name,
		action,
		description,
		fields: [jobIdProperty, ...source.fields, sourceOptionsProperty(source)],

		async plan(context, itemIndex) {
			const jobId = readJobId(context, itemIndex);
			const chosen = source.readFrom(context, itemIndex);
			if (chosen === 'url' && url !== undefined) {
				const fileUrl = await readFileUrl(context, itemIndex, url.field);
				refuseExpiringUrl(context, itemIndex, url.field, fileUrl);
				return { jobId, urlBody: { [url.apiName]: fileUrl }, files: [] };
			}
			if (chosen === 'urlUpload')
				return { jobId, files: [readStreamedUrl(context, itemIndex, mediaUrlField)] };
			const isBinary = chosen === 'binary';
			const chosenOrder =
				activity === 'Merge' ? orderField.readFrom(context, itemIndex) : undefined;
			const files = isBinary
				? await readBinarySources(context, itemIndex, { takesAnyFile, chosenOrder })
				: (chosen === 'assetId' ? assetIdField : assetIdsField).readFrom(context, itemIndex);
			const { length: count } = files;
			if (whyOnce !== undefined && chosen !== 'assetIds' && count > 1) {
				const [thing, field] = isBinary ? ['file', INPUT_FIELD] : ['asset ID', 'Asset ID'];
				const values = { user: name, thing, count, field };
				throw createError('ONE_ACCEPTED', { ...values, variant: String(activity) });
			}
			refuseRepeated(files);
			return { jobId, files, isByName: chosenOrder === 'fileName' };
		},

		group: {
			key: keyOfJob,
			join(plans) {
				const [plan] = plans;
				const hasUrl = plans.some(({ urlBody }) => urlBody !== undefined);
				const oneOnly = whyOnce ?? (hasUrl ? url?.whyOnce : undefined);
				if (oneOnly !== undefined) return oncePerJob<typeof plan>(oneOnly, activity).join(plans);
				const files = plans.flatMap((one) => one.files);
				if (activity === 'Merge' && files.length < 2)
					throw createError('MERGE_NEEDS_TWO_PARTS', { jobId: plan.jobId });
				refuseRepeated(files);
				const nameOf = (file: FileOrAssetId) => (typeof file === 'string' ? '' : file.fileName);
				return { ...plan, files: plan.isByName ? inNaturalOrder(files, nameOf) : files };
			},
		},

		async perform(tools, { jobId, urlBody, files }) {
			const attachBody = async (body: IDataObject, subject: unknown) =>
				await callOnce(tools, 'attach', attachCall(activity, jobId, body), subject);
			if (urlBody !== undefined)
				return { json: outputOfJob(jobId, await attachBody(urlBody, urlBody), urlBody) };
			// A job accepts media only once, while its status is Pending.
			if (attachesMedia(activity)) await refuseJobWithMedia(tools, jobId, activity, files);
			const uploaded = await uploadFiles(tools, jobId, files);
			const body = assetBody(activity, uploaded.assetIds);
			const response = await attachBody(body, subjectOfFiles(files));
			const [file = body] = uploaded.files;
			const sent = whyOnce === undefined ? { ...body, files: uploaded.files } : file;
			return { json: outputOfJob(jobId, response, sent) };
		},
	};
}

/** Throws for a repeated asset ID, because the asset would be heard twice. */
function refuseRepeated(files: FileOrAssetId[]): void {
	const repeated = firstRepeated(files.filter((file) => typeof file === 'string'));
	if (repeated === undefined) return;
	throw createError('VALUE_REPEATED', { field: 'Asset IDs', value: describeValue(repeated) });
}

export function readAssetIds(field: string, value: unknown): string[] {
	const ids = readList(field, value).map((entry) => {
		const isBlank = typeof entry === 'string' && entry.trim() === '';
		return readEntry(field, isBlank ? undefined : entry);
	});
	if (ids.length === 0) {
		const example = 'the asset_id that Upload Binary or Add Asset returned';
		throw createError('FIELD_EMPTY', { field, example });
	}
	return ids;
}

/** Size below which a file uploads faster than Verbit could be asked for the job's status, bytes. */
const STATUS_CHECK_BYTES = 8 * 1024 * 1024;

/**
 * Checks that a job still accepts media before large files are uploaded, unless an earlier try has begun a step. If the status
 * can't be read, the later call that attaches the files decides.
 */
async function refuseJobWithMedia(
	{ client, journal }: Pick<Tools, 'client' | 'journal'>,
	jobId: number,
	activity: AttachActivity,
	files: FileOrAssetId[],
): Promise<void> {
	// The file behind a URL may have any size.
	const sizes = files.map((file) => (typeof file === 'string' ? 0 : (file.size ?? Infinity)));
	const size = sizes.reduce((sum, one) => sum + one, 0);
	if (size < STATUS_CHECK_BYTES || journal.hasBegun) return;
	const info = await getJob(client, jobId, activity).catch((error: unknown) => {
		if (error instanceof StepError && error.details.errorType !== undefined) throw error;
		return {};
	});
	const { state, text: status } = readJobStatus(info);
	if (state === 'pending' || state === 'unknown') return;
	const values = { response: `status ${status}` };
	throw createError('MEDIA_ALREADY_ADDED', values, { activity, jobId, jobStatus: status });
}
