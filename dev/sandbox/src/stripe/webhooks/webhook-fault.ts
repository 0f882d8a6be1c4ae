import { z } from 'zod';
import type { Scope } from '../objects/types.ts';

export const webhookFault = z.strictObject({
  /** Limits the fault to the account and mode of this secret key. */
  key: z.string().optional(),
  events: z.array(z.string()).optional(),
  /** The number of affected deliveries. Unlimited by default. */
  times: z.int().min(1).optional(),
  /** Additional copies of each delivery, sent concurrently. */
  duplicates: z.int().min(0).max(50).default(0),
  /** Holds this many deliveries back, then sends the newest first. */
  reorder: z.int().min(0).max(1_000).default(0),
  delayMs: z.int().min(0).max(86_400_000).default(0),
  wrongSignature: z.boolean().default(false),
  /** Moves the signature's timestamp into the past by this many seconds. */
  signedSecondsAgo: z.int().min(0).default(0),
  /** Sends nothing. Only API calls reveal the event. */
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

  /** @param scope the affected account and mode, or undefined for all */
  add(fault: WebhookFault, scope: Scope | undefined): void {
    this.#armed.push({ fault, scope, left: fault.times ?? Infinity });
  }

  clear(): void {
    this.#armed = [];
  }

  list(): (WebhookFault & { left: number | null })[] {
    return this.#armed.map(({ fault, left }) => ({ ...fault, left: Number.isFinite(left) ? left : null }));
  }

  /** The fault for this delivery. Counts as used. */
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
