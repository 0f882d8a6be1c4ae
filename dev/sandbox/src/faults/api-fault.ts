import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** How the next calls of an API go wrong. */
export const apiFault = z.strictObject({
  /** How many calls it concerns. */
  times: z.int().min(1).max(100_000).default(1),
  /**
   * `error` answers with `status` and does nothing; `hang` does nothing and never answers; `reset` does nothing and cuts
   * the connection; `lost-reply` does what was asked and cuts the connection instead of answering.
   */
  kind: z.enum(['error', 'hang', 'reset', 'lost-reply']).default('error'),
  status: z.int().min(400).max(599).default(500),
  /** Waits before anything else happens. */
  delayMs: z.int().min(0).max(600_000).default(0),
});
export type ApiFault = z.output<typeof apiFault>;

/** Counts down what was ordered for one API. */
export class ApiFaults {
  #next: ApiFault | undefined;

  set(fault: ApiFault | undefined): void {
    this.#next = fault && { ...fault };
  }

  get current(): ApiFault | undefined {
    return this.#next;
  }

  take(): ApiFault | undefined {
    const fault = this.#next;
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#next = undefined;
    return fault;
  }
}

/** Ends the connection without an answer, as a failing network does. */
export function cutConnection(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}
