import type { Message } from '../message';

/** URLs that Verbit or this node downloads a file from. */
export const LINK_MESSAGES = {} as const satisfies Record<string, Message>;
