/** The text that people read for a lost connection. */
export const LOST = 'The connection was lost. Check it and try again.';

/** Makes all further calls of the open page fail like in a browser without a connection. */
export function loseConnection() {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
}
