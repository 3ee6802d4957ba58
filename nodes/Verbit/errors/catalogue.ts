import { API_MESSAGES } from './messages/api';
import { AUTHENTICATION_MESSAGES } from './messages/authentication';
import { CAPTION_MESSAGES } from './messages/captions';
import { INPUT_MESSAGES } from './messages/input';
import { JOB_MESSAGES } from './messages/jobs';
import { MEDIA_MESSAGES } from './messages/media';
import { TRIGGER_MESSAGES } from './messages/trigger';
import { UPLOAD_MESSAGES } from './messages/uploads';
import { URL_MESSAGES } from './messages/urls';
import { WAITING_MESSAGES } from './messages/waiting';

/** The catalogue in the order of the page of errors, with the page's headings. */
export const MESSAGE_GROUPS = [
	{ title: 'Parameters and input', messages: INPUT_MESSAGES },
	{ title: 'API key and access token', messages: AUTHENTICATION_MESSAGES },
	{ title: 'Every call to Verbit', messages: API_MESSAGES },
	{ title: 'Creating and starting jobs', messages: JOB_MESSAGES },
	{ title: 'Media, backup recordings and notes', messages: MEDIA_MESSAGES },
	{ title: 'URLs of files', messages: URL_MESSAGES },
	{ title: 'Uploads', messages: UPLOAD_MESSAGES },
	{ title: 'Captions and other downloads', messages: CAPTION_MESSAGES },
	{ title: 'Waiting for a job', messages: WAITING_MESSAGES },
	{ title: 'Verbit Trigger', messages: TRIGGER_MESSAGES },
] as const;

/**
 * Everything that can go wrong, by its code. Workflows branch on the codes: one that has been published never changes its
 * meaning.
 */
export const MESSAGES = {
	...INPUT_MESSAGES,
	...AUTHENTICATION_MESSAGES,
	...API_MESSAGES,
	...JOB_MESSAGES,
	...MEDIA_MESSAGES,
	...URL_MESSAGES,
	...UPLOAD_MESSAGES,
	...CAPTION_MESSAGES,
	...TRIGGER_MESSAGES,
	...WAITING_MESSAGES,
} as const;

/** A code of the catalogue of messages, e.g. `JOB_ID_INVALID`. */
export type Code = keyof typeof MESSAGES;
