import { describe, expect, it } from '@jest/globals';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import { screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { firstStep, isNameUnset, needsSetup } from '../src/features/wizard/setup-state.ts';
import { aReseller, bodyOf, callsOf, failing, openDashboard, RESELLER_ID } from './reseller.ts';

const NO_KEYS = { stripeLiveSecretKey: '', stripeLivePublishableKey: '', stripeWebhookSecret: '' };
const NEW = { businessName: 'Test', ...NO_KEYS };

async function openWizard(reseller: Partial<CurrentReseller>, replies = {}) {
  const page = await openDashboard('overview', replies, reseller);
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up your sales page' }));
  return { ...page, dialog };
}
const title = (dialog: ReturnType<typeof within>) => dialog.getByRole('heading', { level: 3 }).textContent;

describe('the wizard', () => {
  it.each([
    ['the business name is missing', { businessName: '' }],
    ['the business name equals Test', { businessName: 'Test' }],
    ['the secret key is missing', { stripeLiveSecretKey: '' }],
    ['the publishable key is missing', { stripeLivePublishableKey: '' }],
    ['the webhook secret is missing', { stripeWebhookSecret: '' }],
  ])('opens by itself as %s [S2.135] [S2.136] [S2.137]', async (_, missing) => {
    const { dialog } = await openWizard(missing);
    expect(dialog.getByRole('progressbar')).toBeTruthy();
  });

  it('stays away where all is saved', async () => {
    await openDashboard('overview');
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(needsSetup(aReseller({ businessName: 'Acme Business' }))).toBe(false);
  });

  it('can be put off and continued', async () => {
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
  ])('takes %j for a name that nobody chose: %j [S5.21]', (name, isUnset) => {
    expect(isNameUnset(name)).toBe(isUnset);
  });

  it.each([
    [1, { ...NEW }, 'Your business'],
    [2, { ...NO_KEYS }, 'Stripe API keys'],
    [3, { stripeWebhookSecret: '' }, 'Stripe webhook'],
  ])('begins at step %d of 3 [S2.138] [S2.139] [S2.140] [S2.141]', async (step, missing, name) => {
    const { dialog } = await openWizard(missing);
    const bar = dialog.getByRole<HTMLProgressElement>('progressbar', { name: `Step ${step} of 3` });
    expect(bar.value / bar.max).toBeCloseTo(step / 3);
    expect(title(dialog)).toBe(name);
    expect(firstStep(aReseller(missing))).toBe(step);
  });
});

describe('step 1', () => {
  it('saves business and price and moves to step 2 [S4.14] [S8.57]', async () => {
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

  it('saves "Acme Business" too [R-accounts.5]', async () => {
    const { user, api, dialog } = await openWizard(NEW, {
      'POST /api/resellers/business-config': ok(aReseller({ businessName: 'Acme Business', ...NO_KEYS })),
    });
    await user.type(dialog.getByLabelText(/Business name/), 'Acme Business');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(title(dialog)).toBe('Stripe API keys'));
    expect(bodyOf(api.calls, 'POST /api/resellers/business-config')).toMatchObject({
      businessName: 'Acme Business',
    });
  });

  it.each([
    ['a name of spaces', '   ', '79'],
    ['a price of 0', 'Zebra Leads', '0'],
  ])('refuses %s [S5.14] [S5.15]', async (_, name, price) => {
    const { user, api, toasts, dialog } = await openWizard(NEW);
    await user.type(dialog.getByLabelText(/Business name/), name);
    await user.clear(dialog.getByLabelText('Price'));
    await user.type(dialog.getByLabelText('Price'), price);
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(toasts).toMatchObject([{ tone: 'destructive' }]));
    expect(callsOf(api.calls, 'POST /api/resellers/business-config')).toEqual([]);
  });

  it('has a price of at least 1 in steps of 0.01 [S5.16]', async () => {
    const { dialog } = await openWizard(NEW);
    const price = dialog.getByLabelText('Price');
    expect([price.getAttribute('min'), price.getAttribute('step')]).toEqual(['1', '0.01']);
  });

  it('waits while it saves [S5.17], and says what went wrong [S8.42]', async () => {
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

describe('step 2', () => {
  const fill = async (
    secret: string,
    publishable: string,
    reply = ok(aReseller({ stripeWebhookSecret: '' })),
  ) => {
    const page = await openWizard(NO_KEYS, { 'POST /api/resellers/stripe-config': reply });
    await page.user.type(page.dialog.getByLabelText('Secret key'), secret);
    await page.user.type(page.dialog.getByLabelText('Publishable key'), publishable);
    await page.user.click(page.dialog.getByRole('button', { name: 'Continue' }));
    return page;
  };

  it('saves the keys without a webhook secret and moves to step 3 [S4.15] [S7.42] [S8.58]', async () => {
    const { api, toasts, dialog } = await fill('sk_live_abc', 'pk_live_abc');
    await waitFor(() => expect(title(dialog)).toBe('Stripe webhook'));
    expect(toasts).toMatchObject([{ title: 'API Keys Saved', tone: 'success' }]);
    expect(bodyOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual({
      liveSecretKey: 'sk_live_abc',
      livePublishableKey: 'pk_live_abc',
      webhookSecret: '',
    });
  });

  it.each([
    ['Secret key must contain "_live_"', 'sk_test_abc', 'pk_live_abc'],
    [
      'This is a publishable key. A secret key begins with sk_live_ or rk_live_.',
      'pk_live_abc',
      'pk_live_abc',
    ],
    ['Publishable key must start with "pk_live_"', 'rk_live_abc', 'sk_live_abc'],
  ])('refuses: %s [S5.18] [S5.19]', async (message, secret, publishable) => {
    const { api, toasts, dialog } = await fill(secret, publishable);
    await waitFor(() => expect(toasts).toMatchObject([{ title: message, tone: 'destructive' }]));
    await dialog.findByText(message);
    expect(callsOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual([]);
  });

  it.each([
    ['No database.', 'No database.'],
    ['', 'Failed to save API keys'],
  ])('says what went wrong: %j [S8.43]', async (message, description) => {
    const { toasts } = await fill('sk_live_abc', 'pk_live_abc', failing(500, message));
    await waitFor(() => expect(toasts).toMatchObject([{ description, tone: 'destructive' }]));
  });
});

describe('step 3', () => {
  const fill = async (secret: string, reply = ok(aReseller()), replies = {}) => {
    const page = await openWizard(
      { stripeWebhookSecret: '' },
      { 'POST /api/resellers/stripe-config': reply, ...replies },
    );
    await page.user.type(page.dialog.getByLabelText('Webhook signing secret'), secret);
    await page.user.click(page.dialog.getByRole('button', { name: 'Complete Setup' }));
    return page;
  };

  it('closes the wizard and reads the reseller again [S4.16] [S8.59]', async () => {
    const { api, toasts } = await fill('whsec_abc');
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

  const check = (id: string, state: string, fix: string | null = null) => ({
    id,
    state,
    finding: `${id} is ${state}.`,
    fix,
  });
  const health = (state: string, ...checks: object[]) =>
    ok({ state, mode: 'live', checks, webhookUrl: '', requiredEvents: [], lastVerifiedDeliveryAt: null });

  it.each([
    ['all is well', health('ok', check('keys', 'ok')), 'Every check passed. Your page takes payments now.'],
    [
      'only the first event is missing',
      health('warning', check('webhook', 'ok'), check('delivery', 'warning', 'Buy.')),
      'Keys saved. One check left: make a test purchase.',
    ],
    [
      'there is no webhook endpoint',
      health('failed', check('events', 'unknown'), check('webhook', 'failed', 'Add one.')),
      'Keys saved. webhook is failed. Add one.',
    ],
    [
      'a check could not be made',
      health('warning', check('account', 'unknown')),
      'Keys saved. account is unknown.',
    ],
    [
      'the check fails',
      failing(503, 'Away.'),
      "Keys saved. We couldn't check your setup: open Payments to try again.",
    ],
  ])('says below its title what the health check found where %s', async (_name, reply, description) => {
    const { toasts } = await fill('whsec_abc', ok(aReseller()), {
      'GET /api/resellers/payment-health': reply,
    });
    await waitFor(() => expect(toasts[1]).toMatchObject({ title: 'Setup Complete!', description }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('refuses a secret of another kind [S5.20]', async () => {
    const { api, toasts } = await fill('sk_live_abc');
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Webhook secret must start with "whsec_"', tone: 'destructive' },
      ]),
    );
    expect(callsOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual([]);
  });

  it.each([
    ['Not this one.', failing(400, 'Not this one.', 'VALIDATION_FAILED')],
    ['Failed to save webhook configuration', failing(500, '')],
  ])('says what went wrong: %s [S8.44]', async (description, reply) => {
    const { toasts } = await fill('whsec_abc', reply);
    await waitFor(() => expect(toasts).toMatchObject([{ description, tone: 'destructive' }]));
  });

  it('shows the address and the event [S7.61]', async () => {
    const { user, dialog } = await openWizard({ stripeWebhookSecret: '' });
    const url = `${location.origin}/api/stripe-webhook/reseller/${RESELLER_ID}`;
    await user.hover(dialog.getByText(`${url.slice(0, 50)}...`));
    expect((await screen.findByRole('tooltip')).textContent).toBe(url);
    expect(dialog.getByText('checkout.session.completed')).toBeTruthy();
  });

  it('keeps what was typed on the way back and forth, in memory alone', async () => {
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

  it('asks before it closes with what was typed in a step further on', async () => {
    const { user, dialog } = await openWizard({ stripeWebhookSecret: '' });
    await user.type(dialog.getByLabelText('Webhook signing secret'), 'whsec_abc');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await screen.findByText('Close without saving?');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leads back to step 2 and to step 1 [S4.17]', async () => {
    const { user, dialog } = await openWizard({ stripeWebhookSecret: '' });
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(title(dialog)).toBe('Stripe API keys');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(title(dialog)).toBe('Your business');
  });
});
