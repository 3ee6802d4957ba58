import type { Message } from '../message';

/** Calls of Verbit's API that every operation shares. */
export const API_MESSAGES = {} as const satisfies Record<string, Message>;
