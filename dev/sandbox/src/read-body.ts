import { z } from 'zod';

/** A call of the sandbox's own that does not make sense; answered with status and message. */
export class BadCall extends Error {
  readonly statusCode: number;

  constructor(message: string, statusCode = 400) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** @throws BadCall that names what is wrong */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw new BadCall(z.prettifyError(parsed.error));
  return parsed.data;
}
