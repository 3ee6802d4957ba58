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

export type Code = keyof typeof MESSAGES;
