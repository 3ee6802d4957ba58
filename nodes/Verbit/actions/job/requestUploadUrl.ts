import type { INodeProperties } from 'n8n-workflow';

import { outputOfJob } from '../../api/jobInfo';
import { ASSUMED_NAMES, requestUploadUrl } from '../../api/requestUploadUrl';
import { fieldWith, optionsProperty, readOptions } from '../../parameters/field';
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
		const { uploadUrl, data } = await requestUploadUrl(client, jobId, fileName, names);
		const json = outputOfJob(jobId, data, uploadUrlFields(uploadUrl));
		return { json, unredacted: ['upload_url'] };
	},
};
