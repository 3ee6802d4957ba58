import type { INodeProperties } from 'n8n-workflow';

import { outputOfJob } from '../../api/jobInfo';
import { incompleteError, type ServiceCall } from '../../api/serviceCall';
import { addRemedy, replaceRemedies } from '../../errors/createError';
import { StepError } from '../../errors/stepError';
import { isUnknownPath } from '../../http/openResponse';
import { isHttpUrl } from '../../http/url';
import { fieldsOf } from '../../inspect/inspect';
import { fieldWith, optionsProperty, readOptions } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { readText, valueError } from '../../parameters/values';
import type { Operation } from '../../run/operation';
import { fileNameField, uploadUrlFields } from '../../sources/ownUpload';

/** Assumed names of the deprecated call, which Verbit doesn't publish. The operation's options can replace them. */
const ASSUMED_NAMES = {
	path: '/job/request_upload_url',
	fileNameParameter: 'file_name',
	uploadUrlField: 'upload_url',
};

const deprecatedNotice: INodeProperties = {
	displayName:
		"Verbit has deprecated this call. For new workflows, use 'Submit', or 'Upload Binary' and 'Add Media'.",
	name: 'deprecatedNotice',
	type: 'notice',
	default: '',
};

const nameFields = [
	fieldWith(readPath, 'Endpoint Path', 'path', {
		default: ASSUMED_NAMES.path,
		description: "Path of the endpoint, appended to the credential's base URL",
	}),
	fieldWith(readText, 'File Name Parameter', 'fileNameParameter', {
		default: ASSUMED_NAMES.fileNameParameter,
		description: 'Query parameter that carries the file name',
	}),
	fieldWith(readText, 'Upload URL Field', 'uploadUrlField', {
		default: ASSUMED_NAMES.uploadUrlField,
		description: 'Response field that contains the upload URL. Use dots for nested fields.',
	}),
];

/** Reads a plain path and refuses any other text, because it could lead to another call or host after the base URL. */
function readPath(field: string, value: unknown): string | undefined {
	const path = readText(field, value);
	if (path === undefined || /^(\/(?!\.+(\/|$))[\w.-]+)+\/?$/.test(path)) return path;
	throw valueError(field, `a path such as ${ASSUMED_NAMES.path}`, path);
}

export const jobRequestUploadUrl: Operation<{
	jobId: number;
	fileName: string;
	names: typeof ASSUMED_NAMES;
}> = {
	name: 'Request Upload URL (Deprecated)',
	action: 'Request upload URL (deprecated)',
	description: "Get an upload URL for a job's media",
	fields: [
		deprecatedNotice,
		jobIdProperty,
		fileNameField.property,
		optionsProperty(...nameFields.map(({ property }) => property)),
	],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		const fileName = fileNameField.readFrom(context, itemIndex);
		const options = readOptions(context, itemIndex);
		const names = nameFields.map(({ property, readIn }) => [property.name, readIn(options)]);
		const set = Object.fromEntries(names.filter(([, value]) => value !== undefined));
		return { jobId, fileName, names: { ...ASSUMED_NAMES, ...set } };
	},

	async perform({ client }, { jobId, fileName, names }) {
		const call: ServiceCall = {
			activity: 'Request upload URL',
			jobId,
			fileName,
			method: 'POST',
			path: names.path,
			query: { [names.fileNameParameter]: fileName },
			// Each call returns a new URL.
			repeatable: true,
		};
		const response = await client.call(call).catch((error: unknown) => {
			if (!(error instanceof StepError)) throw error;
			const { activity, response: answer, errorType } = error.details;
			const mayBeNames = isUnknownPath(answer?.status) || errorType === 'MISSING_PARAMETER';
			throw activity === call.activity && mayBeNames ? addRemedy(error, 'UPLOAD_URL_NAMES') : error;
		});
		const uploadUrl = names.uploadUrlField
			.split('.')
			.reduce<unknown>((inner, name) => fieldsOf(inner)[name], response.data);
		if (!isHttpUrl(uploadUrl)) {
			const missing = `an upload URL in the field '${names.uploadUrlField}'`;
			throw replaceRemedies(incompleteError(call, response, missing), 'UPLOAD_URL_NAMES');
		}
		const json = outputOfJob(jobId, response.data, uploadUrlFields(uploadUrl));
		return { json, unredacted: ['upload_url'] };
	},
};
