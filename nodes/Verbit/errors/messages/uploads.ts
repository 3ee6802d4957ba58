import type { Message } from '../message';

/** Sending a file to the storage behind an upload URL. */
export const UPLOAD_MESSAGES = {} as const satisfies Record<string, Message>;
