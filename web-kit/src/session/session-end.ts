/** An event of the page: who finds that the session has ended and what it is taken from may come from two remotes. */
const SESSION_END = 'leadping:session-end';

/** For the parts of the page that are about to give way to the sign-in page. */
export function announceSessionEnd(): void {
  dispatchEvent(new Event(SESSION_END));
}

export function onSessionEnd(listener: () => void): () => void {
  addEventListener(SESSION_END, listener);
  return () => removeEventListener(SESSION_END, listener);
}
