/** The time in ms since the page was opened. No change of the computer's clock affects it. */
export const now = (): number => performance.now();
