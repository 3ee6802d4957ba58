import type { INodeProperties } from 'n8n-workflow';

import { DIRECT_UPLOAD_NAMES, requestDirectUploadUrl } from '../../api/directUploadUrl';
import { outputOfJob } from '../../api/jobInfo';
import { fieldWith, optionsProperty, readOptions, textField } from '../../parameters/field';
import { jobIdProperty, readJobId } from '../../parameters/jobIdField';
import { readText, valueError } from '../../parameters/values';
import type { Operation } from '../../run/operation';
import { fileNameField, uploadUrlFields } from '../../sources/ownUpload';

const deprecatedNotice: INodeProperties = {
	displayName:
		"Verbit has deprecated this call. For new workflows, use 'Submit', or 'Upload Binary' and 'Add Media'.",
	name: 'deprecatedNotice',
	type: 'notice',
	default: '',
};

const nameFields = [
	fieldWith(readPath, 'Endpoint Path', 'path', {
		default: DIRECT_UPLOAD_NAMES.path,
		description: "Path of the endpoint, appended to the credential's base URL",
	}),
	textField('File Name Parameter', 'fileNameParameter', {
		default: DIRECT_UPLOAD_NAMES.fileNameParameter,
		description: 'Query parameter that carries the file name',
	}),
	textField('Upload URL Field', 'uploadUrlField', {
		default: DIRECT_UPLOAD_NAMES.uploadUrlField,
		description: 'Response field that contains the upload URL. Use dots for nested fields.',
	}),
];

/** Reads a plain path and refuses any other text, because it could lead to another call or host after the base URL. */
function readPath(field: string, value: unknown): string | undefined {
	const path = readText(field, value);
	if (path === undefined || /^(\/(?!\.+(\/|$))[\w.-]+)+\/?$/.test(path)) return path;
	throw valueError(field, `a path such as ${DIRECT_UPLOAD_NAMES.path}`, path);
}

export const jobRequestUploadUrl: Operation<{
	jobId: number;
	fileName: string;
	names: typeof DIRECT_UPLOAD_NAMES;
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
		return { jobId, fileName, names: { ...DIRECT_UPLOAD_NAMES, ...set } };
	},

	async perform({ client }, { jobId, fileName, names }) {
		const { uploadUrl, data } = await requestDirectUploadUrl(client, jobId, fileName, names);
		return {
			json: outputOfJob(jobId, data, uploadUrlFields(uploadUrl)),
			unredacted: ['upload_url'],
		};
	},
};
