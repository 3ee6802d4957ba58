import { CAPTION_MESSAGES } from './captions';
import { FILE_MESSAGES } from './files';
import { INPUT_MESSAGES } from './input';
import { JOB_MESSAGES } from './jobs';
import { TRIGGER_MESSAGES } from './trigger';
import { VERBIT_MESSAGES } from './verbit';

/** All errors by code. Workflows branch on the codes, so a published code never changes its meaning. */
export const MESSAGES = {
	...INPUT_MESSAGES,
	...VERBIT_MESSAGES,
	...JOB_MESSAGES,
	...CAPTION_MESSAGES,
	...FILE_MESSAGES,
	...TRIGGER_MESSAGES,
};

export type ErrorCode = keyof typeof MESSAGES;
