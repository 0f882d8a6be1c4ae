/** For what changes while nobody looks: shown as it was last read, and read again whenever its page is opened. */
export const FRESH = { staleTime: 0 };

/** For what an admin changes now and then: not read once more by the page that the dashboard opens with. */
export const RECENT = { staleTime: 15_000 };
