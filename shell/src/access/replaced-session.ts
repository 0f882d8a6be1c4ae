/** The query key that marks a cache whose session was replaced by another tab. Clearing the cache removes it. */
export const REPLACED_SESSION = ['replaced-session'];
