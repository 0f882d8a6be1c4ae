import type { Settings } from '@leadping/contracts/commerce/settings-routes';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { screen } from '@testing-library/react';
import remote from '../src/remote.tsx';
import { signedIn } from './people.ts';

export const SETTINGS: Settings = {
  testMode: false,
  refundsWithdrawals: false,
  asksConsent: false,
  hasValidTestKey: true,
  hasValidLiveKey: false,
  webhookSecretConfigured: false,
  persistentLoggingEnabled: false,
  persistent_logging_enabled: false,
  mainProductPrice: 7900,
  resellerPrice: 49_700,
  stripeLiveKey: 'sk_live_••••1234',
  stripeTestKey: 'sk_test_••••5678',
  stripeLiveWebhookSecret: 'whsec_••••live',
  stripeTestWebhookSecret: '',
  adminNotificationEmails: 'ada@example.com',
  enableTicketNotifications: true,
  enableOrderNotifications: false,
  chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/abc',
  adminWebhookUrl: '',
  adminWebhookDisabledReason: null,
  postmarkConfigured: true,
};
export const SAVE = 'POST /api/admin/settings';

const DELIVERY = {
  id: 'd1',
  orderId: 'order-1',
  url: 'https://example.com/hook',
  state: 'stopped',
  createdAt: '2026-11-01T10:00:00.000Z',
  nextAttemptAt: null,
  attempts: [{ at: '2026-11-01T10:00:00.000Z', status: 500, error: null, durationMs: 12 }],
};

export async function open(overrides: Partial<Settings> = {}, replies: Replies = {}) {
  const page = await openPage(remote, '/admin/settings', {
    ...signedIn(),
    'GET /api/admin/settings': ok({ ...SETTINGS, ...overrides }),
    'GET /api/admin/order-webhook/deliveries': ok({ deliveries: [DELIVERY] }),
    [SAVE]: ok({ ...SETTINGS, ...overrides }),
    ...replies,
  });
  await screen.findByRole('form', { name: 'Pricing' });
  const saved = () => page.api.calls.filter(({ method, path }) => `${method} ${path}` === SAVE);
  return { ...page, saved };
}
export type Page = Awaited<ReturnType<typeof open>>;

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
