import type { Message } from '../message';

/** Attaching media, backup recordings and notes. */
export const MEDIA_MESSAGES = {} as const satisfies Record<string, Message>;
