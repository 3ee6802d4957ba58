import { FILE_MESSAGES } from './messages/files';
import { INPUT_MESSAGES } from './messages/input';
import { JOB_MESSAGES } from './messages/jobs';
import { TRIGGER_MESSAGES } from './messages/trigger';
import { VERBIT_MESSAGES } from './messages/verbit';

/**
 * Everything that can go wrong, by its code. Workflows branch on the codes: one that has been published never changes its
 * meaning.
 */
export const MESSAGES = {
	...INPUT_MESSAGES,
	...VERBIT_MESSAGES,
	...JOB_MESSAGES,
	...FILE_MESSAGES,
	...TRIGGER_MESSAGES,
} as const;

export type Code = keyof typeof MESSAGES;
