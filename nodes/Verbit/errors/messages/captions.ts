import type { Message } from '../message';

/** Downloading captions, transcripts and media. */
export const CAPTION_MESSAGES = {} as const satisfies Record<string, Message>;
