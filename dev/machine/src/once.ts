/** Makes a step that may be asked for twice, like a stop on two signals, happen once; both get its outcome. */
export function onlyOnce(step: () => Promise<void>): () => Promise<void> {
  let outcome: Promise<void> | undefined;
  return () => (outcome ??= step());
}
