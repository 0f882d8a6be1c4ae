/** A DOM event, because its sender and its listeners may come from different remotes. */
const SESSION_END = 'leadping:session-end';

export function announceSessionEnd(): void {
  dispatchEvent(new Event(SESSION_END));
}

export function onSessionEnd(listener: () => void): () => void {
  addEventListener(SESSION_END, listener);
  return () => removeEventListener(SESSION_END, listener);
}
