/**
 * Verbit's error type for a call that the job's status forbids, which an earlier attempt may have changed. A merge also gets it
 * for a profile that can't merge.
 */
export const INVALID_QUERY = 'INVALID_QUERY';

/**
 * Verbit's error type for a job that is unknown, of another account, or hidden from the key's user. For a new job it may mean
 * the profile, and for the list of profiles that there is none.
 */
export const ITEM_NOT_FOUND = 'ITEM_NOT_FOUND';

/** Verbit's error type for a missing value: metadata that a start requires, or an upload URL's parameter under another name. */
export const MISSING_PARAMETER = 'MISSING_PARAMETER';

/** Verbit's error type for an unknown value: for a new job mostly the profile, for a merge maybe a profile that can't merge. */
export const INVALID_OPTION = 'INVALID_OPTION';
