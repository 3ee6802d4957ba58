import type { Message } from '../message';

/** Waiting for a job to finish. */
export const WAITING_MESSAGES = {} as const satisfies Record<string, Message>;
