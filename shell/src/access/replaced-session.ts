/** In the cache while it holds what was read for somebody whose session another tab has replaced: goes with the rest. */
export const REPLACED_SESSION = ['replaced-session'];
