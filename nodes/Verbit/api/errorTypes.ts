/**
 * Verbit's error type for a call that the job's status doesn't allow, perhaps because of an earlier attempt. For a merge it may
 * mean that the profile can't merge.
 */
export const INVALID_QUERY = 'INVALID_QUERY';

/**
 * Verbit's error type for a job that is unknown, of another account, or hidden from the key's user. For a new job it may mean
 * the profile, and for the list of profiles that there is none.
 */
export const ITEM_NOT_FOUND = 'ITEM_NOT_FOUND';

/**
 * Verbit's error type for a missing value: at a start metadata that the profile requires, or for an upload URL a parameter that
 * may have another name.
 */
export const MISSING_PARAMETER = 'MISSING_PARAMETER';

/**
 * Verbit's error type for an unknown value, for a new job most often the profile. For a merge it may mean that the profile can't
 * merge.
 */
export const INVALID_OPTION = 'INVALID_OPTION';
