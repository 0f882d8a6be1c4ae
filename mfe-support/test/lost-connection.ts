/** What people read of it. */
export const LOST = 'The connection was lost. Check it and try again.';

/** For the calls of the page that is open, which fail in a browser's words. */
export function loseConnection() {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
}
