import type { Message } from '../message';

/** Getting an access token for the API key, in a run and in the credential's test. */
export const AUTHENTICATION_MESSAGES = {} as const satisfies Record<string, Message>;
