/** Most addresses and domains in one request to add to the suppression list. */
export const MAX_SUPPRESSIONS = 5_000;
