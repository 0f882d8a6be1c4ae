import type { HealthCheck } from '@leadping/contracts/commerce/payment-health-routes';
import type { PaymentSetup, ProviderReplies } from './query-provider.ts';

export type Finding = Omit<HealthCheck, 'id'>;

/** Everything that is known about a setup. */
export interface KnownSetup {
  setup: PaymentSetup;
  replies: ProviderReplies;
  /** When an event last came with a signature that fits. */
  lastReceivedAt: Date | null;
}

export type Check = (known: KnownSetup) => Finding;

export function pass(finding: string): Finding {
  return { state: 'ok', finding, fix: null };
}

export const NO_REPLY: Finding = {
  state: 'unknown',
  finding: 'Stripe did not reply.',
  fix: 'Try again in a minute; status.stripe.com shows outages.',
};

/** Why a check that needs an accepted key was not made. */
export function findObstacle({ account }: ProviderReplies): string {
  if (account === null) return 'there is no secret key';
  return account === 'rejected' ? 'Stripe rejects the secret key' : 'Stripe did not reply';
}
