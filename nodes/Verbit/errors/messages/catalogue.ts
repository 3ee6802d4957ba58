import { FILE_MESSAGES, INPUT_MESSAGES } from './files';
import { JOB_MESSAGES } from './jobs';
import { TRIGGER_MESSAGES, VERBIT_MESSAGES } from './verbit';

/** Everything that can go wrong, by its code. Workflows branch on the codes: a published one never changes its meaning. */
export const MESSAGES = {
	...INPUT_MESSAGES,
	...VERBIT_MESSAGES,
	...JOB_MESSAGES,
	...FILE_MESSAGES,
	...TRIGGER_MESSAGES,
};

export type Code = keyof typeof MESSAGES;
