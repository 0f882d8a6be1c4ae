/** For data that change in the background: shown from the cache, and read again whenever the page is opened. */
export const FRESH = { staleTime: 0 };

/** For data that an admin changes rarely: not read a second time by the page with which the dashboard opens. */
export const RECENT = { staleTime: 15_000 };
