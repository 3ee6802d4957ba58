import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { inputError } from '../../errors/stepError';
import type { JobCall } from '../../api/jobCall';
import {
	DIRECT_UPLOAD_NAMES,
	type DirectUploadNames,
	requestUploadUrl as request,
} from '../../api/directUploadUrl';
import { outputFields } from '../../api/outputFields';
import { jobIdField, optionsField } from '../../parameters/fields';
import { readJobCall, readOptions } from '../../parameters/jobCall';
import type { Operation } from '../../run/operation';
import { expiryOf, fileNameField, readFileName } from '../../parameters/uploadUrl';

interface Plan {
	call: JobCall;
	fileName: string;
	names: DirectUploadNames;
}

const deprecatedNotice: INodeProperties = {
	displayName:
		'The service has deprecated this way. Use <b>Asset: Upload Binary</b> and <b>Media: Add Media</b>, or <b>Job: Submit Recording</b>, for new workflows.',
	name: 'deprecatedNotice',
	type: 'notice',
	default: '',
};

/** Their defaults are those of DIRECT_UPLOAD_NAMES; n8n's lint wants them written out here. */
const nameOptions: INodeProperties[] = [
	{
		displayName: 'Endpoint Path',
		name: 'path',
		type: 'string',
		default: '/job/request_upload_url',
		description: 'Path of the call below the Base URL of the credential',
	},
	{
		displayName: 'File Name Parameter',
		name: 'fileNameParameter',
		type: 'string',
		default: 'file_name',
		description: 'Name of the query parameter with the name of the file',
	},
	{
		displayName: 'Upload URL Field',
		name: 'uploadUrlField',
		type: 'string',
		default: 'upload_url',
		description:
			'Name of the field of the answer with the URL, with a dot before each field inside another. Other plausible names are found without it.',
	},
];

export const requestUploadUrl: Operation<Plan> = {
	option: {
		name: 'Request Upload URL (Deprecated)',
		value: 'requestUploadUrl',
		action: 'Request upload URL (deprecated)',
		description: 'Get a pre-signed URL. What is uploaded to it becomes the media of the job.',
	},
	fields: [deprecatedNotice, jobIdField, fileNameField, optionsField(...nameOptions)],

	async plan(context, itemIndex) {
		const call = readJobCall(context, itemIndex);
		const fileName = readFileName(context, itemIndex);
		return [{ call, fileName, names: readNames(context, itemIndex) }];
	},

	async run({ client }, [{ call, fileName, names }]) {
		const { uploadUrl, data } = await request(client, call, fileName, names);
		return {
			json: {
				job_id: call.jobId,
				...outputFields(data),
				upload_url: uploadUrl,
				...expiryOf(uploadUrl),
			},
		};
	},
};

/** A path or name that would lead to another host, or stand for another parameter, is refused: the token goes with it. */
function readNames(context: IExecuteFunctions, itemIndex: number): DirectUploadNames {
	const options = readOptions(context, itemIndex);
	const read = (name: keyof DirectUploadNames, displayName: string, form: RegExp) => {
		const text = String(options[name] ?? '').trim() || DIRECT_UPLOAD_NAMES[name];
		if (form.test(text) && !text.includes('..')) return text;
		throw inputError(
			`The option ${displayName} can not be ${JSON.stringify(text)}`,
			`Take the option out, or set it to a value such as ${DIRECT_UPLOAD_NAMES[name]}.`,
		);
	};
	return {
		path: read('path', 'Endpoint Path', /^(\/[\w.-]+)+$/),
		fileNameParameter: read('fileNameParameter', 'File Name Parameter', /^(?!(v|job_id)$)[\w.-]+$/),
		uploadUrlField: read('uploadUrlField', 'Upload URL Field', /^[\w-]+(\.[\w-]+)*$/),
	};
}
