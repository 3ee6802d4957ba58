/**
 * Verbit's type of error for what the job's status doesn't allow, perhaps because an earlier attempt has changed it. After a
 * merge it may mean that the profile can't merge.
 */
export const INVALID_QUERY = 'INVALID_QUERY';

/**
 * Verbit's type for a job that it doesn't know, that is another account's, or that the key's user may not see. For a new job
 * it may mean the profile, and for the list of profiles that there is none.
 */
export const ITEM_NOT_FOUND = 'ITEM_NOT_FOUND';

/**
 * Verbit's type for a value that is missing: at a start the metadata that the profile requires, and for an upload URL a
 * parameter that Verbit may call something else.
 */
export const MISSING_PARAMETER = 'MISSING_PARAMETER';

/**
 * Verbit's type for a value that it doesn't know: of a new job most often the profile. After a merge it may mean that the
 * profile can't merge.
 */
export const INVALID_OPTION = 'INVALID_OPTION';
