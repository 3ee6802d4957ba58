/** Verbit's `ErrorType` for what the job's status doesn't allow, perhaps because an earlier attempt has changed it. */
export const STATUS_TYPE = 'INVALID_QUERY';

/** Verbit's type for a job that it doesn't know, or that is another account's. */
export const UNKNOWN_JOB_TYPE = 'ITEM_NOT_FOUND';

/** Verbit's type where the profile requires metadata. */
export const METADATA_TYPE = 'MISSING_PARAMETER';
