/**
 * Makes a step run once even if it is called repeatedly, like a stop on two signals. All calls get the same
 * result.
 */
export function onlyOnce(step: () => Promise<void>): () => Promise<void> {
  let outcome: Promise<void> | undefined;
  return () => (outcome ??= step());
}
