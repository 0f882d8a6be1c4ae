import { AsyncLocalStorage } from 'node:async_hooks';

/** What a handler says of the change that it makes. */
export interface Change {
  target?: string;
  before?: object | null;
  after?: object | null;
}

const storage = new AsyncLocalStorage<{ change: Change | null }>();

/**
 * Says what the call at hand changes, with both states as plain objects: only the fields that differ reach the audit
 * log. Without it the entry has the fields of the body.
 */
export function recordChange(change: Change): void {
  const work = storage.getStore();
  if (work) work.change = { ...work.change, ...change };
}

/** Does `work`. @returns its result or its error, and what was said of its change, also where it failed later */
export async function collectChange<T>(
  work: () => Promise<T> | T,
): Promise<{ change: Change | null } & ({ result: T } | { error: unknown })> {
  const collected: { change: Change | null } = { change: null };
  try {
    const result = await storage.run(collected, work);
    return { result, change: collected.change };
  } catch (error) {
    return { error, change: collected.change };
  }
}
