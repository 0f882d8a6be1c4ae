import { AsyncLocalStorage } from 'node:async_hooks';

/** The change that a handler reports. */
export interface Change {
  target?: string;
  before?: object | null;
  after?: object | null;
}

const storage = new AsyncLocalStorage<{ change: Change | null }>();

/**
 * Reports the change of the current call, with both states as plain objects. Only the fields that differ reach the
 * audit log. Without this call the entry has the fields of the body.
 */
export function recordChange(change: Change): void {
  const work = storage.getStore();
  if (work) work.change = { ...work.change, ...change };
}

/** Runs `work`. @returns its result or error, and the change that it reported, even if it failed later */
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
