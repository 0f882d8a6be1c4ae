import type { KeyFormat, KeyFormats } from '../payment-provider.ts';

// Stripe's keys are ASCII. A key with look-alike characters would fail every checkout.
const KEY = /^[A-Za-z0-9_]+$/;
const WEBHOOK_SECRET = /^[\w+/=-]+$/;

const secretKey = {
  live: keyFormat(KEY, 'sk_live_', 'rk_live_'),
  test: keyFormat(KEY, 'sk_test_', 'rk_test_'),
};
const publishableKey = { live: keyFormat(KEY, 'pk_live_'), test: keyFormat(KEY, 'pk_test_') };
const webhookSecret = keyFormat(WEBHOOK_SECRET, 'whsec_');

export const KEY_FORMATS: KeyFormats = {
  secretKey,
  publishableKey,
  webhookSecret,
  prefixes: [...Object.values(secretKey), ...Object.values(publishableKey), webhookSecret].flatMap(
    ({ prefixes }) => prefixes,
  ),
};

function keyFormat(rest: RegExp, ...prefixes: string[]): KeyFormat {
  return {
    prefixes,
    fits: (text) =>
      prefixes.some((prefix) => text.startsWith(prefix) && rest.test(text.slice(prefix.length))),
  };
}
