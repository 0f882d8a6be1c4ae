import type { z } from 'zod';

/**
 * What our own code made, checked by its contract.
 * @throws {Error} where it breaks the contract: a fault of ours, which no caller can correct.
 */
export function parseProduced<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${what} breaks its contract`, { cause: parsed.error });
}
