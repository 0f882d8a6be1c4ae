/** For what changes while nobody looks: shown as it was last read, and read again whenever its page is opened. */
export const FRESH = { staleTime: 0 };
