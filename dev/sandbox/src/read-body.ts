import { z } from 'zod';

/** An invalid call to the sandbox's own API. The reply contains its status and message. */
export class BadCall extends Error {
  readonly statusCode: number;

  constructor(message: string, statusCode = 400) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** @throws BadCall with the reason */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw new BadCall(z.prettifyError(parsed.error));
  return parsed.data;
}
