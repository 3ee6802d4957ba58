import type { INodeProperties } from 'n8n-workflow';

import { TRANSFER_BOUNDS } from '../upload/transferOptions';

/** Parameters that several operations have. Their names are part of saved workflows. */

export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 123456',
	description: 'The number that the service gave to the job when it was created (job_id)',
};

export const binaryField: INodeProperties = {
	displayName: 'Input Binary Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the input field containing the file data to be uploaded',
};

/** For operations that take several files of an item. */
export const binariesField: INodeProperties = {
	...binaryField,
	hint: 'The name of the input field containing the file data to be uploaded. Separate several with commas, or enter * for all files of the item.',
};

/** A link that is handed over to the service. */
export function linkField(
	displayName: string,
	name: string,
	placeholder = 'e.g. https://example.com/lecture.mp4',
): INodeProperties {
	return {
		displayName,
		name,
		type: 'string',
		required: true,
		default: '',
		placeholder,
		description: 'Link that answers GET. No one-time link, and none that ends within 24 hours.',
	};
}

export const assetIdsField: INodeProperties = {
	displayName: 'Asset IDs',
	name: 'assetIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.asset_id }}',
	hint: 'Separate several with commas',
	description:
		'What Add Asset and Upload Binary answered as asset_id: separated by commas, as a JSON array, or an array from an expression',
};

const apiVersionOption: INodeProperties = {
	displayName: 'API Version',
	name: 'apiVersion',
	type: 'number',
	default: 4,
	description: 'The version of the service that is called (v). Older ones than 4 are deprecated.',
};

export const allowShortLivedUrlOption: INodeProperties = {
	displayName: 'Allow Short-Lived URL',
	name: 'allowShortLivedUrl',
	type: 'boolean',
	default: false,
	description:
		'Whether to hand over a link that ends in less than 24 hours. The service may find it ended when it fetches the file.',
};

/** Their defaults are those of TRANSFER_DEFAULTS; n8n's lint wants them written out here. */
const transferOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: {
			minValue: TRANSFER_BOUNDS.concurrency.min,
			maxValue: TRANSFER_BOUNDS.concurrency.max,
		},
		default: 3,
		description:
			'How many files are uploaded at a time, over all items. The value of the first item counts.',
	},
	{
		displayName: 'Content Type',
		name: 'contentType',
		type: 'string',
		default: '',
		placeholder: 'e.g. video/mp4',
		description: 'The MIME type of the files, in place of the one that n8n knows',
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. lecture.mp4',
		description:
			'The name that the service gets, in place of the one that n8n knows. For a single file.',
	},
	{
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: {
			minValue: TRANSFER_BOUNDS.maxAttempts.min,
			maxValue: TRANSFER_BOUNDS.maxAttempts.max,
		},
		default: 4,
		description: 'How often an upload is tried before the item fails, the first time included',
	},
	{
		displayName: 'Stall Timeout (Seconds)',
		name: 'stallTimeout',
		type: 'number',
		typeOptions: {
			minValue: TRANSFER_BOUNDS.stallTimeout.min,
			maxValue: TRANSFER_BOUNDS.stallTimeout.max,
		},
		default: 60,
		description:
			'Seconds in which no byte moves before an upload is begun anew. A slow upload that moves may take hours.',
	},
	{
		displayName: 'Verify Integrity',
		name: 'verifyIntegrity',
		type: 'boolean',
		default: true,
		description:
			"Whether to compare the MD5 of what was sent with the store's, where the store gives one",
	},
];

/** The collection `options` of an operation, in alphabetical order as the editor's guidelines ask. */
export function optionsField(...own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [apiVersionOption, ...own].sort((a, b) =>
			a.displayName.localeCompare(b.displayName, 'en'),
		),
	};
}

/** With the transfer options, for an operation that always uploads. */
export function uploadOptionsField(): INodeProperties {
	return optionsField(...transferOptions);
}

/**
 * With the transfer options where the operation uploads, and others where it hands a link over.
 * @param choice the parameter that chooses, e.g. `mediaSource`
 * @param always shown for both
 */
export function sourceOptionsField(
	choice: string,
	ofUrl: INodeProperties[] = [],
	always: INodeProperties[] = [],
): INodeProperties {
	// From inside a collection the node's parameters are reached from the root.
	const showForSource = (value: string) => (option: INodeProperties) =>
		showFor(`/${choice}`, [value], option);
	return optionsField(
		...transferOptions.map(showForSource('binary')),
		...ofUrl.map(showForSource('url')),
		...always,
	);
}

/** A field of an operation that is shown for some values of another one. */
export function showFor(
	name: string,
	values: Array<string | boolean>,
	field: INodeProperties,
): INodeProperties {
	const { displayOptions } = field;
	return {
		...field,
		displayOptions: { ...displayOptions, show: { ...displayOptions?.show, [name]: values } },
	};
}
