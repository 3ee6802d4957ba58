import type { Message } from '../message';

/** Creating and starting jobs. */
export const JOB_MESSAGES = {} as const satisfies Record<string, Message>;
