import type { z } from 'zod';

/**
 * Parses data that our own code produced.
 * @throws {Error} if they break the contract: that is a bug of ours, which no caller can correct
 */
export function parseProduced<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${what} breaks its contract`, { cause: parsed.error });
}
