import type { Message } from '../message';

/** Calls that Verbit Trigger receives. */
export const TRIGGER_MESSAGES = {} as const satisfies Record<string, Message>;
