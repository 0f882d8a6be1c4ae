import { z } from 'zod';
import type { Scope } from '../objects/types.ts';

/** How the next webhook deliveries go wrong. */
export const webhookFault = z.strictObject({
  /** Only the account and mode of this secret key; without it all of them. */
  key: z.string().optional(),
  /** Only these event types; without it all of them. */
  events: z.array(z.string()).optional(),
  /** How many deliveries it concerns; without it all until set otherwise. */
  times: z.int().min(1).optional(),
  /** Further copies of each delivery, sent at the same moment. */
  duplicates: z.int().min(0).max(50).default(0),
  /** Holds deliveries back until so many have gathered, then sends the newest first. */
  reorder: z.int().min(0).max(1_000).default(0),
  delayMs: z.int().min(0).max(86_400_000).default(0),
  wrongSignature: z.boolean().default(false),
  /** Lets the signature's timestamp lie so far in the past. */
  signedSecondsAgo: z.int().min(0).default(0),
  /** Sends nothing: only who asks the API finds out. */
  drop: z.boolean().default(false),
});
export type WebhookFault = z.output<typeof webhookFault>;

interface ArmedFault {
  fault: WebhookFault;
  scope: Scope | undefined;
  left: number;
}

export class WebhookFaults {
  #armed: ArmedFault[] = [];

  /** @param scope whose deliveries it concerns; undefined for everyone's */
  add(fault: WebhookFault, scope: Scope | undefined): void {
    this.#armed.push({ fault, scope, left: fault.times ?? Infinity });
  }

  clear(): void {
    this.#armed = [];
  }

  list(): (WebhookFault & { left: number | null })[] {
    return this.#armed.map(({ fault, left }) => ({ ...fault, left: Number.isFinite(left) ? left : null }));
  }

  /** The fault that meets this delivery, counted as used. */
  take(scope: Scope, eventType: string): WebhookFault | undefined {
    const met = this.#armed.find(
      (armed) =>
        (armed.scope === undefined ||
          (armed.scope.account === scope.account && armed.scope.livemode === scope.livemode)) &&
        (armed.fault.events?.includes(eventType) ?? true),
    );
    if (met === undefined) return undefined;
    met.left -= 1;
    if (met.left <= 0) this.#armed = this.#armed.filter((armed) => armed !== met);
    return met.fault;
  }
}
