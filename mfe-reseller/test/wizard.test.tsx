import { describe, expect, it } from '@jest/globals';
import type { PaymentHealth } from '@leadping/contracts/commerce/payment-health-routes';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { healthText } from '../src/features/payments/health-text.ts';
import { firstStep, isNameUnset, needsSetup } from '../src/features/wizard/setup-state.ts';
import { aReseller, bodyOf, callsOf, failing, openDashboard, RESELLER_ID } from './reseller.ts';

const NO_KEYS = { stripeLiveSecretKey: '', stripeLivePublishableKey: '', stripeWebhookSecret: '' };
type PaymentCheck = PaymentHealth['checks'][number];

const NEW = { businessName: 'Test', ...NO_KEYS };

async function openWizard(reseller: Partial<CurrentReseller>, replies = {}) {
  const page = await openDashboard('overview', replies, reseller);
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up your sales page' }));
  return { ...page, dialog };
}
const title = (dialog: ReturnType<typeof within>) => dialog.getByRole('heading', { level: 3 }).textContent;

describe('the setup wizard', () => {
  it.each([
    ['the business name is missing', { businessName: '' }],
    ['the business name equals Test', { businessName: 'Test' }],
    ['the secret key is missing', { stripeLiveSecretKey: '' }],
    ['the publishable key is missing', { stripeLivePublishableKey: '' }],
    ['the webhook secret is missing', { stripeWebhookSecret: '' }],
  ])('is needed if %s [S2.135] [S2.136] [S2.137]', (_, missing) => {
    expect(needsSetup(aReseller(missing))).toBe(true);
  });

  it('opens automatically if it is needed', async () => {
    const { dialog } = await openWizard({ businessName: '' });
    expect(dialog.getByRole('progressbar')).toBeTruthy();
  });

  it('stays closed if everything is saved', async () => {
    await openDashboard('overview');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(needsSetup(aReseller({ businessName: 'Acme Business' }))).toBe(false);
  });

  it('can be closed and continued later', async () => {
    const { user, dialog } = await openWizard(NEW);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Continue setup' }));
    expect(await screen.findByRole('dialog', { name: 'Set up your sales page' })).toBeTruthy();
  });

  it.each([
    ['Zebra Business', true],
    ['zebra@example.com', true],
    ['ab', true],
    ['Business Zebra', false],
    ['Abc', false],
  ])('treats the name %j as unset: %j [S5.21]', (name, isUnset) => {
    expect(isNameUnset(name)).toBe(isUnset);
  });

  it.each([
    [1, { ...NEW }],
    [2, { ...NO_KEYS }],
    [3, { stripeWebhookSecret: '' }],
  ])('begins at step %d of 3, the first with something left to save [S2.138]', (step, missing) => {
    expect(firstStep(aReseller(missing))).toBe(step);
  });

  it('shows three steps with progress, goes back, and names the URL and the event in step 3 [S2.139] [S2.140] [S2.141] [S4.17] [S7.61]', async () => {
    const { user, dialog } = await openWizard({ stripeWebhookSecret: '' });
    const expectStep = (step: number, name: string) => {
      const bar = dialog.getByRole<HTMLProgressElement>('progressbar', { name: `Step ${step} of 3` });
      expect(bar.value / bar.max).toBeCloseTo(step / 3);
      expect(title(dialog)).toBe(name);
    };
    expectStep(3, 'Stripe webhook');
    const url = `${location.origin}/api/stripe-webhook/reseller/${RESELLER_ID}`;
    await user.hover(dialog.getByText(`${url.slice(0, 50)}...`));
    expect((await screen.findByRole('tooltip')).textContent).toBe(url);
    expect(dialog.getByText('checkout.session.completed')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expectStep(2, 'Stripe API keys');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expectStep(1, 'Your business');
  });
});

describe('step 1 of the wizard', () => {
  it('saves the business and the price, and moves to step 2 [S4.14] [S8.57]', async () => {
    const { user, api, toasts, dialog } = await openWizard(NEW, {
      'POST /api/resellers/business-config': ok(aReseller({ ...NO_KEYS })),
    });
    const name = dialog.getByLabelText(/Business name/);
    expect((name as HTMLInputElement).value).toBe('');
    await user.type(name, 'Zebra Leads');
    await user.type(dialog.getByLabelText(/Contact person/), 'Zoe');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(title(dialog)).toBe('Stripe API keys'));
    expect(toasts).toMatchObject([{ title: 'Business Configuration Saved', tone: 'success' }]);
    expect(bodyOf(api.calls, 'POST /api/resellers/business-config')).toEqual({
      businessName: 'Zebra Leads',
      contactPerson: 'Zoe',
      phone: '',
      productPrice: '129.50',
      currency: 'EUR',
      slug: '',
    });
  });

  it('rejects a blank name and a price of 0, limits the price field to at least 1 in steps of 0.01, and accepts a name like Acme Business [S5.14] [S5.15] [S5.16] [R-accounts.5]', async () => {
    const { user, api, toasts, dialog } = await openWizard(NEW, {
      'POST /api/resellers/business-config': ok(aReseller({ businessName: 'Acme Business', ...NO_KEYS })),
    });
    const price = dialog.getByLabelText('Price');
    expect([price.getAttribute('min'), price.getAttribute('step')]).toEqual(['1', '0.01']);
    const save = async (name: string, amount: string) => {
      for (const [field, text] of [
        [dialog.getByLabelText(/Business name/), name],
        [price, amount],
      ] as const) {
        await user.clear(field);
        await user.type(field, text);
      }
      await user.click(dialog.getByRole('button', { name: 'Continue' }));
    };
    await save('   ', '79');
    await waitFor(() => expect(toasts).toMatchObject([{ tone: 'destructive' }]));
    await save('Zebra Leads', '0');
    await waitFor(() => expect(toasts).toMatchObject([{}, { tone: 'destructive' }]));
    expect(callsOf(api.calls, 'POST /api/resellers/business-config')).toEqual([]);
    await save('Acme Business', '79');
    await waitFor(() => expect(title(dialog)).toBe('Stripe API keys'));
    expect(bodyOf(api.calls, 'POST /api/resellers/business-config')).toMatchObject({
      businessName: 'Acme Business',
    });
  });

  it('is busy while it saves [S5.17], and shows why saving failed [S8.42]', async () => {
    let arrive = () => {};
    const saved = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const replies = [failing(400, 'This price is too low.', 'PRICE_TOO_LOW'), failing(500, '')];
    const { user, toasts, dialog } = await openWizard(NEW, {
      'POST /api/resellers/business-config': async () => {
        await saved;
        return replies.shift() ?? failing(500, 'Called once more');
      },
    });
    await user.type(dialog.getByLabelText(/Business name/), 'Zebra Leads');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    const button = await dialog.findByRole('button', { name: 'Saving' });
    expect(button.hasAttribute('disabled')).toBe(true);
    arrive();
    await waitFor(() =>
      expect(toasts).toMatchObject([{ description: 'This price is too low.', tone: 'destructive' }]),
    );
    await user.click(await dialog.findByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(toasts[1]).toMatchObject({
        description: 'Failed to save business configuration',
        tone: 'destructive',
      }),
    );
    expect(title(dialog)).toBe('Your business');
  });
});

describe('step 2 of the wizard', () => {
  const open = async (reply: Replies[string]) => {
    const page = await openWizard(NO_KEYS, { 'POST /api/resellers/stripe-config': reply });
    const fill = async (secret: string, publishable: string) => {
      for (const [label, text] of [
        ['Secret key', secret],
        ['Publishable key', publishable],
      ] as const) {
        await page.user.clear(page.dialog.getByLabelText(label));
        await page.user.type(page.dialog.getByLabelText(label), text);
      }
      await page.user.click(page.dialog.getByRole('button', { name: 'Continue' }));
    };
    return { ...page, fill };
  };

  it('saves the keys without a webhook secret and moves to step 3 [S4.15] [S7.42] [S8.58]', async () => {
    const { api, toasts, dialog, fill } = await open(ok(aReseller({ stripeWebhookSecret: '' })));
    await fill('sk_live_abc', 'pk_live_abc');
    await waitFor(() => expect(title(dialog)).toBe('Stripe webhook'));
    expect(toasts).toMatchObject([{ title: 'API Keys Saved', tone: 'success' }]);
    expect(bodyOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual({
      liveSecretKey: 'sk_live_abc',
      livePublishableKey: 'pk_live_abc',
      webhookSecret: '',
    });
  });

  it('rejects a key of the wrong kind or mode before it is sent, and shows why saving failed [S5.18] [S5.19] [S8.43]', async () => {
    const replies = [failing(500, 'No database.'), failing(500, '')];
    const { api, toasts, dialog, fill } = await open(
      () => replies.shift() ?? failing(500, 'Called once more'),
    );
    for (const [message, secret, publishable] of [
      ['Secret key must contain "_live_"', 'sk_test_abc', 'pk_live_abc'],
      [
        'This is a publishable key. A secret key begins with sk_live_ or rk_live_.',
        'pk_live_abc',
        'pk_live_abc',
      ],
      ['Publishable key must start with "pk_live_"', 'rk_live_abc', 'sk_live_abc'],
    ] as const) {
      await fill(secret, publishable);
      await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: message, tone: 'destructive' }));
      await dialog.findByText(message);
    }
    expect(toasts).toHaveLength(3);
    expect(callsOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual([]);
    for (const description of ['No database.', 'Failed to save API keys']) {
      await fill('sk_live_abc', 'pk_live_abc');
      await waitFor(() => expect(toasts.at(-1)).toMatchObject({ description, tone: 'destructive' }));
    }
  });
});

describe('step 3 of the wizard', () => {
  const fill = async ({ user, dialog }: Awaited<ReturnType<typeof openWizard>>, secret: string) => {
    await user.clear(dialog.getByLabelText('Webhook signing secret'));
    await user.type(dialog.getByLabelText('Webhook signing secret'), secret);
    await user.click(dialog.getByRole('button', { name: 'Complete Setup' }));
  };
  const complete = async (replies: Replies = {}) => {
    const saved = { 'POST /api/resellers/stripe-config': ok(aReseller()), ...replies };
    const page = await openWizard({ stripeWebhookSecret: '' }, saved);
    await fill(page, 'whsec_abc');
    return page;
  };

  it('closes the wizard and reads the reseller again [S4.16] [S8.59]', async () => {
    const { api, toasts } = await complete();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Setup Complete!', description: 'Keys saved. We are checking your setup with Stripe.' },
        { title: 'Setup Complete!', tone: 'success' },
      ]),
    );
    expect(bodyOf(api.calls, 'POST /api/resellers/stripe-config')).toMatchObject({
      webhookSecret: 'whsec_abc',
    });
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/me')).toHaveLength(2));
  });

  const check = (
    id: PaymentCheck['id'],
    state: PaymentCheck['state'],
    fix: string | null = null,
  ): PaymentCheck => ({
    id,
    state,
    finding: `${id} is ${state}.`,
    fix,
  });

  it.each([
    ['every check passed', [check('keys', 'ok')], 'Every check passed. Your page takes payments now.'],
    [
      'only the first event is missing',
      [check('webhook', 'ok'), check('delivery', 'warning', 'Buy.')],
      'Keys saved. One check left: make a test purchase.',
    ],
    [
      'there is no webhook endpoint',
      [check('events', 'unknown'), check('webhook', 'failed', 'Add one.')],
      'Keys saved. webhook is failed. Add one.',
    ],
    ['a check could not run', [check('account', 'unknown')], 'Keys saved. account is unknown.'],
  ])('describes the result of the health check if %s', (_name, checks, description) => {
    expect(healthText({ checks })).toBe(description);
  });

  const checks = [check('webhook', 'failed', 'Add one.')];
  const health = { state: 'failed', mode: 'live', checks, webhookUrl: '', requiredEvents: [] };
  it.each([
    [
      'found no webhook endpoint',
      ok({ ...health, lastVerifiedDeliveryAt: null }),
      'Keys saved. webhook is failed. Add one.',
    ],
    [
      'failed',
      failing(503, 'Away.'),
      "Keys saved. We couldn't check your setup: open Payments to try again.",
    ],
  ])('shows in the completion notice that the health check %s', async (_name, reply, description) => {
    const { toasts } = await complete({ 'GET /api/resellers/payment-health': reply });
    await waitFor(() => expect(toasts[1]).toMatchObject({ title: 'Setup Complete!', description }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('rejects a secret of the wrong kind before it is sent, and shows why saving failed [S5.20] [S8.44]', async () => {
    const replies = [failing(400, 'Not this one.', 'VALIDATION_FAILED'), failing(500, '')];
    const page = await openWizard(
      { stripeWebhookSecret: '' },
      { 'POST /api/resellers/stripe-config': () => replies.shift() ?? failing(500, 'Called once more') },
    );
    const { api, toasts } = page;
    await fill(page, 'sk_live_abc');
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Webhook secret must start with "whsec_"', tone: 'destructive' },
      ]),
    );
    expect(callsOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual([]);
    for (const description of ['Not this one.', 'Failed to save webhook configuration']) {
      await fill(page, 'whsec_abc');
      await waitFor(() => expect(toasts.at(-1)).toMatchObject({ description, tone: 'destructive' }));
    }
  });

  it('keeps typed values while the user moves between steps, but only in memory', async () => {
    const { user, dialog } = await openWizard(
      { stripeWebhookSecret: '' },
      {
        'POST /api/resellers/business-config': ok(aReseller({ stripeWebhookSecret: '' })),
        'POST /api/resellers/stripe-config': ok(aReseller({ stripeWebhookSecret: '' })),
      },
    );
    const valueOf = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value;
    const press = (name: string) => user.click(dialog.getByRole('button', { name }));
    await user.type(dialog.getByLabelText('Webhook signing secret'), 'whsec_abc');
    await press('Back');
    await user.clear(dialog.getByLabelText('Secret key'));
    await user.type(dialog.getByLabelText('Secret key'), 'sk_live_abc');
    await press('Back');
    expect(title(dialog)).toBe('Your business');
    await press('Continue');
    await waitFor(() => expect(title(dialog)).toBe('Stripe API keys'));
    expect(valueOf('Secret key')).toBe('sk_live_abc');
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toMatch(/_abc/);
    await press('Continue');
    await waitFor(() => expect(title(dialog)).toBe('Stripe webhook'));
    expect(valueOf('Webhook signing secret')).toBe('whsec_abc');
    // Saved keys are not on screen any more.
    await press('Back');
    expect(valueOf('Secret key')).toBe('sk_live_••••••••x9Qz');
  });

  it('asks before the wizard is closed if a later step has unsaved input', async () => {
    const { user, dialog } = await openWizard({ stripeWebhookSecret: '' });
    await user.type(dialog.getByLabelText('Webhook signing secret'), 'whsec_abc');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await screen.findByText('Close without saving?');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
