import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** How the next calls of an API go wrong. */
export const mailFault = z.strictObject({
  /** How many calls it concerns. */
  times: z.int().min(1).max(100_000).default(1),
  /** Only calls whose path begins so, as `/email`; without it all of the API's. */
  path: z.string().startsWith('/').optional(),
  /**
   * `error` answers with `status` and does nothing; `hang` does nothing and never answers; `reset` does nothing and cuts
   * the connection; `lost-reply` does what was asked and cuts the connection instead of answering; `slow` only waits.
   */
  kind: z.enum(['error', 'hang', 'reset', 'lost-reply', 'slow']).default('error'),
  status: z.int().min(400).max(599).default(500),
  /** Waits before anything else happens. */
  delayMs: z.int().min(0).max(600_000).default(0),
});
/** At Stripe's API there are several accounts. */
export const stripeFault = mailFault.extend({
  /** Only calls with this secret key; without it everyone's. */
  key: z.string().optional(),
});
export type ApiFault = z.output<typeof stripeFault>;

/** What was ordered to go wrong at one API. */
export class ApiFaults {
  readonly #refuse: (status: number) => Error;
  #next: ApiFault | undefined;

  /** @param refuse the API's own error for a status */
  constructor(refuse: (status: number) => Error) {
    this.#refuse = refuse;
  }

  set(fault: ApiFault | undefined): void {
    this.#next = fault && { ...fault };
  }

  get current(): ApiFault | undefined {
    return this.#next;
  }

  /** Answers a call by `run`, or as was ordered. @param key the secret key that it came with */
  async answer(reply: FastifyReply, run: () => object, key?: string): Promise<object> {
    const fault = this.#take(reply.request.url, key);
    if (fault === undefined) return run();
    await pause(fault.delayMs);
    if (fault.kind === 'error') throw this.#refuse(fault.status);
    if (fault.kind === 'hang') return reply.hijack();
    if (fault.kind === 'reset') return cutConnection(reply);
    const result = run();
    return fault.kind === 'slow' ? result : cutConnection(reply);
  }

  #take(url: string, key: string | undefined): ApiFault | undefined {
    const fault = this.#next;
    if (fault === undefined || !url.startsWith(fault.path ?? '/')) return undefined;
    if (fault.key !== undefined && fault.key !== key) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#next = undefined;
    return fault;
  }
}

/** Ends the connection without an answer, as a failing network does. */
function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
