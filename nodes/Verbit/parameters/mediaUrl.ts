import type { INodeProperties } from 'n8n-workflow';

/** n8n writes itself in lower case, which its lint takes for a slip in an option's name. */
const URL_UPLOAD = 'URL (Upload Through n8n)';

/** The choice of Media Source to stream a URL through n8n; its reader is `readStreamedLink`. */
export const urlUploadOption = {
	name: URL_UPLOAD,
	value: 'urlUpload',
	description: 'Download the recording in n8n and upload it. Works with temporary URLs.',
};

/** For both choices that take a URL, whether Verbit fetches it or n8n streams it. */
export const mediaUrlField: INodeProperties = {
	displayName: 'Media URL',
	name: 'mediaUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/lecture.mp4',
	description: 'Direct download URL of the recording',
	hint: "For the source URL, the URL must be valid for at least 24 hours, and one-time links don't work",
	displayOptions: { show: { mediaSource: ['url', 'urlUpload'] } },
};
