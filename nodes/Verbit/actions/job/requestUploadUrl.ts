import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { DIRECT_UPLOAD_NAMES, requestDirectUploadUrl } from '../../api/directUploadUrl';
import { outputFields, outputOfJob } from '../../api/jobInfo';
import { createError } from '../../errors/createError';
import { describeValue } from '../../secrets/shownValue';
import { text } from '../../parameters/field';
import { expiryOf, ownFileName } from '../../upload/files';
import { jobIdField, readJobId, readOptions } from '../../parameters/jobId';
import { optionsField } from '../../upload/optionsField';
import type { Operation } from '../../run/operation';

const deprecatedNotice: INodeProperties = {
	displayName:
		'Verbit has deprecated this call. For new workflows, use <b>Submit</b>, or <b>Upload Binary</b> and <b>Add Media</b>.',
	name: 'deprecatedNotice',
	type: 'notice',
	default: '',
};

const nameOptions = {
	path: text('Endpoint Path', 'path', {
		default: DIRECT_UPLOAD_NAMES.path,
		description: "Path of the endpoint, appended to the credential's base URL",
	}),
	fileNameParameter: text('File Name Parameter', 'fileNameParameter', {
		default: DIRECT_UPLOAD_NAMES.fileNameParameter,
		description: 'Query parameter that carries the file name',
	}),
	uploadUrlField: text('Upload URL Field', 'uploadUrlField', {
		default: DIRECT_UPLOAD_NAMES.uploadUrlField,
		description: 'Response field that contains the upload URL. Use dots for nested fields.',
	}),
};

export const requestUploadUrl: Operation<{
	jobId: number;
	fileName: string;
	names: typeof DIRECT_UPLOAD_NAMES;
}> = {
	option: {
		name: 'Request Upload URL (Deprecated)',
		value: 'requestUploadUrl',
		action: 'Request upload URL (deprecated)',
		description: "Get an upload URL for a job's media",
	},
	fields: [
		deprecatedNotice,
		jobIdField,
		ownFileName.field,
		optionsField(...Object.values(nameOptions).map(({ field }) => field)),
	],

	async plan(context, itemIndex) {
		const jobId = readJobId(context, itemIndex);
		const fileName = ownFileName.readFrom(context, itemIndex);
		return { jobId, fileName, names: readNames(context, itemIndex) };
	},

	async perform({ client }, { jobId, fileName, names }) {
		const { uploadUrl, data } = await requestDirectUploadUrl(client, jobId, fileName, names);
		return {
			json: outputOfJob(jobId, outputFields(data), {
				upload_url: uploadUrl,
				...expiryOf(uploadUrl),
			}),
			asIs: ['upload_url'],
		};
	},
};

/** Refuses a path or name that leads to another host or replaces another parameter: the token goes with it. */
function readNames(context: IExecuteFunctions, itemIndex: number): typeof DIRECT_UPLOAD_NAMES {
	const options = readOptions(context, itemIndex);
	const read = (name: keyof typeof nameOptions, form: RegExp) => {
		const { field, readIn } = nameOptions[name];
		const given = readIn(options) ?? DIRECT_UPLOAD_NAMES[name];
		if (form.test(given) && !given.includes('..')) return given;
		throw createError('TEXT_INVALID', {
			field: field.displayName,
			value: describeValue(given),
			form: `a value such as ${DIRECT_UPLOAD_NAMES[name]}`,
		});
	};
	return {
		path: read('path', /^(\/[\w.-]+)+$/),
		fileNameParameter: read('fileNameParameter', /^(?!(v|job_id)$)[\w.-]+$/),
		uploadUrlField: read('uploadUrlField', /^[\w-]+(\.[\w-]+)*$/),
	};
}
