import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

export const mailFault = z.strictObject({
  times: z.int().min(1).max(100_000).default(1),
  /** Limits the fault to paths with this prefix, such as `/email`. */
  path: z.string().startsWith('/').optional(),
  /**
   * `error` replies with `status` and does nothing. `hang` does nothing and never replies. `reset` does nothing
   * and cuts the connection. `lost-reply` does the work and cuts the connection instead of replying. `slow` only
   * waits.
   */
  kind: z.enum(['error', 'hang', 'reset', 'lost-reply', 'slow']).default('error'),
  status: z.int().min(400).max(599).default(500),
  delayMs: z.int().min(0).max(600_000).default(0),
});
/** Stripe's API has several accounts. */
export const stripeFault = mailFault.extend({
  /** Limits the fault to this secret key. */
  key: z.string().optional(),
});
export type ApiFault = z.output<typeof stripeFault>;

export class ApiFaults {
  readonly #refuse: (status: number) => Error;
  #next: ApiFault | undefined;

  /** @param refuse creates the API's own error for a status */
  constructor(refuse: (status: number) => Error) {
    this.#refuse = refuse;
  }

  set(fault: ApiFault | undefined): void {
    this.#next = fault && { ...fault };
  }

  get current(): ApiFault | undefined {
    return this.#next;
  }

  /** Runs a call with the next fault, if there is one. @param key the call's secret key */
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

/** Cuts the connection without a reply, like a failing network. */
function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
