import type { HealthCheck, PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';
import type { CommerceContext } from '../context.ts';
import { queryProvider, type PaymentSetup } from './query-provider.ts';
import { checkAccount, checkCheckout, checkDelivery, checkKeys, checkRefunds } from './checks.ts';
import { checkEvents, checkWebhook } from './endpoint-checks.ts';
import type { Check } from './finding.ts';

/** Every check, in the order of the page: from the stored keys to the last event that arrived. */
const CHECKS: readonly (readonly [id: HealthCheck['id'], check: Check])[] = [
  ['keys', checkKeys],
  ['account', checkAccount],
  ['checkout', checkCheckout],
  ['refunds', checkRefunds],
  ['webhook', checkWebhook],
  ['events', checkEvents],
  ['delivery', checkDelivery],
];

/** Checks a payment setup, and names what to fix. */
export async function checkPayments(commerce: CommerceContext, setup: PaymentSetup): Promise<PaymentHealth> {
  const { account, webhookUrl } = setup;
  const lastReceivedAt = await commerce.webhookReceipts.latestOf(account);
  const known = { setup, replies: await queryProvider(commerce, setup), lastReceivedAt };
  const checks = CHECKS.map(([id, check]): HealthCheck => ({ id, ...check(known) }));
  return {
    state: findWorst(checks),
    mode: account.livemode ? 'live' : 'test',
    checks,
    webhookUrl,
    requiredEvents: [...commerce.paymentProvider.requiredEvents],
    lastVerifiedDeliveryAt: lastReceivedAt?.toISOString() ?? null,
  };
}

function findWorst(checks: readonly HealthCheck[]): PaymentHealth['state'] {
  if (checks.some(({ state }) => state === 'failed')) return 'failed';
  return checks.every(({ state }) => state === 'ok') ? 'ok' : 'warning';
}
