import type { PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';

const URGENCY = ['failed', 'warning', 'unknown'] as const;

/** The result of the check in one or two sentences: payments work, or what to do first. */
export function healthText({ checks }: Pick<PaymentHealth, 'checks'>): string {
  const open = checks.filter(({ state }) => state !== 'ok');
  if (open.length === 0) return 'Every check passed. Your page takes payments now.';
  // A webhook event arrives only with the first purchase, so this is not a fault of the setup.
  if (open.every(({ id }) => id === 'delivery')) return 'Keys saved. One check left: make a test purchase.';
  const first = URGENCY.map((state) => open.find((check) => check.state === state)).find(Boolean);
  return ['Keys saved.', first?.finding, first?.fix].filter(Boolean).join(' ');
}
