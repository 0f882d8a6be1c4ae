import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { aReseller, bodyOf, callsOf, failing, openDashboard, RESELLER_ID } from './reseller.ts';

const NO_KEYS = { stripeLiveSecretKey: '', stripeLivePublishableKey: '', stripeWebhookSecret: '' };
const form = async (name: string) => within(await screen.findByRole('form', { name }));

/** The wizard stands in front where something is missing. */
async function openWithout(missing: object, replies = {}) {
  const page = await openDashboard('payment-setup', replies, missing);
  await page.user.click(await screen.findByRole('button', { name: 'Close' }));
  return page;
}

describe('tax and invoices', () => {
  const SAVE = 'PUT /api/resellers/tax';

  it('save tax on top with tax numbers and invoices', async () => {
    const tax = { mode: 'exclusive', collectTaxIds: true, issueInvoices: true } as const;
    const { user, api, toasts } = await openDashboard('payment-setup', { [SAVE]: ok(aReseller({ tax })) });
    const fields = await form('Tax');
    await user.click(fields.getByRole('radio', { name: 'Stripe Tax, on top' }));
    await user.click(fields.getByRole('checkbox', { name: /Businesses can enter their tax number/ }));
    await user.click(fields.getByRole('checkbox', { name: /Stripe issues an invoice for each sale/ }));
    await user.click(fields.getByRole('button', { name: 'Save tax' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Tax Updated' }]));
    expect(bodyOf(api.calls, SAVE)).toEqual(tax);
  });

  it('offer neither switch where Stripe is the seller of record', async () => {
    const { user } = await openDashboard('payment-setup');
    const fields = await form('Tax');
    await user.click(fields.getByRole('radio', { name: 'Stripe as merchant of record' }));
    expect(fields.queryAllByRole('checkbox')).toEqual([]);
  });
});

describe('pricing', () => {
  it('saves price and currency [S2.103] [S7.40] [S8.61]', async () => {
    const { user, api, toasts } = await openDashboard('payment-setup', {
      'POST /api/resellers/business-config': ok(aReseller({ productPrice: '14800', currency: 'JPY' })),
    });
    const pricing = await form('Product Pricing');
    await user.selectOptions(pricing.getByLabelText('Currency'), 'JPY');
    await user.clear(pricing.getByLabelText('Price'));
    await user.type(pricing.getByLabelText('Price'), '14800');
    await user.click(pricing.getByRole('button', { name: 'Update Pricing' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Pricing Updated', tone: 'success' }]));
    expect(bodyOf(api.calls, 'POST /api/resellers/business-config')).toEqual({
      productPrice: '14800',
      currency: 'JPY',
    });
  });

  it('shows the price in its stored format after a save', async () => {
    const { user, toasts } = await openDashboard('payment-setup', {
      'POST /api/resellers/business-config': ok(aReseller()),
    });
    const pricing = await form('Product Pricing');
    const price = () => pricing.getByLabelText<HTMLInputElement>('Price');
    await user.clear(price());
    await user.type(price(), '129.5');
    await user.click(pricing.getByRole('button', { name: 'Update Pricing' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Pricing Updated' }]));
    await waitFor(() => expect(price().value).toBe('129.50'));
  });

  it('names every currency in full [P3.06]', async () => {
    await openDashboard('payment-setup');
    const choices = within((await form('Product Pricing')).getByLabelText('Currency')).getAllByRole('option');
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      'USD: US Dollar',
      'EUR: Euro',
      'GBP: British Pound',
      'CAD: Canadian Dollar',
      'AUD: Australian Dollar',
      'JPY: Japanese Yen',
      'CHF: Swiss Franc',
      'NZD: New Zealand Dollar',
      'SEK: Swedish Krona',
      'NOK: Norwegian Krone',
      'DKK: Danish Krone',
    ]);
  });

  it.each(['', '0', '-5'])('cannot be updated to %j [S2.108]', async (price) => {
    const { user } = await openDashboard('payment-setup');
    const pricing = await form('Product Pricing');
    await user.clear(pricing.getByLabelText('Price'));
    if (price) await user.type(pricing.getByLabelText('Price'), price);
    expect(pricing.getByRole('button', { name: 'Update Pricing' }).hasAttribute('disabled')).toBe(true);
  });

  it.each([
    ['JPY', '79.50', 'Japanese Yen has no cents: enter a whole amount.'],
    ['USD', '0.30', 'Stripe takes no payments below $0.50.'],
  ])(
    'explains what is wrong with the price %s %s before anything is sent',
    async (currency, price, message) => {
      const { user, api } = await openDashboard('payment-setup');
      const pricing = await form('Product Pricing');
      await user.selectOptions(pricing.getByLabelText('Currency'), currency);
      await user.clear(pricing.getByLabelText('Price'));
      await user.type(pricing.getByLabelText('Price'), price);
      await user.click(pricing.getByRole('button', { name: 'Update Pricing' }));
      expect(await pricing.findByText(message)).toBeTruthy();
      expect(callsOf(api.calls, 'POST /api/resellers/business-config')).toEqual([]);
    },
  );
});

describe('the payment account', () => {
  it('is configured with all three values [S2.104] [S4.20]', async () => {
    await openDashboard('payment-setup');
    expect(await screen.findByText('Configured')).toBeTruthy();
  });

  it.each(Object.keys(NO_KEYS))('is not configured without %s [S2.104] [S4.20]', async (missing) => {
    await openWithout({ [missing]: '' });
    expect(await screen.findByText('Not configured')).toBeTruthy();
  });

  it.each(['Secret key', 'Publishable key', 'Webhook signing secret'])(
    'cannot be saved without the value %s [S2.109]',
    async (missing) => {
      const { user } = await openWithout(NO_KEYS);
      const keys = await form('Stripe Configuration');
      const values = {
        'Secret key': 'sk_live_abc',
        'Publishable key': 'pk_live_abc',
        'Webhook signing secret': 'whsec_abc',
      };
      for (const [label, value] of Object.entries(values)) {
        if (label !== missing) await user.type(keys.getByLabelText(label), value);
      }
      const save = keys.getByRole('button', { name: 'Update Stripe Configuration' });
      expect(save.hasAttribute('disabled')).toBe(true);
      await user.type(keys.getByLabelText(missing), 'x');
      expect(save.hasAttribute('disabled')).toBe(false);
    },
  );

  it('saves both keys and the signing secret [S2.105] [S2.107] [S8.62]', async () => {
    const { user, api, toasts } = await openWithout(NO_KEYS, {
      'POST /api/resellers/stripe-config': ok(aReseller()),
    });
    const keys = await form('Stripe Configuration');
    const save = keys.getByRole('button', { name: 'Update Stripe Configuration' });
    await user.type(keys.getByLabelText('Secret key'), 'sk_live_abc');
    await user.type(keys.getByLabelText('Publishable key'), 'pk_live_abc');
    expect(save.hasAttribute('disabled')).toBe(true);
    await user.type(keys.getByLabelText('Webhook signing secret'), 'whsec_abc');
    expect(save.hasAttribute('disabled')).toBe(false);
    await user.click(save);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Stripe Configuration Updated' }]));
    expect(bodyOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual({
      liveSecretKey: 'sk_live_abc',
      livePublishableKey: 'pk_live_abc',
      webhookSecret: 'whsec_abc',
    });
  });

  it.each(['live', 'test'])('sends the masks of stored %s keys back unchanged', async (mode) => {
    const stored = {
      stripeLiveSecretKey: `sk_${mode}_••••••••x9Qz`,
      stripeLivePublishableKey: `pk_${mode}_••••••••77ab`,
    };
    const { user, api } = await openDashboard(
      'payment-setup',
      { 'POST /api/resellers/stripe-config': ok(aReseller(stored)) },
      stored,
    );
    const keys = await form('Stripe Configuration');
    await user.clear(keys.getByLabelText('Webhook signing secret'));
    await user.type(keys.getByLabelText('Webhook signing secret'), 'whsec_new');
    await user.click(keys.getByRole('button', { name: 'Update Stripe Configuration' }));
    await waitFor(() =>
      expect(bodyOf(api.calls, 'POST /api/resellers/stripe-config')).toEqual({
        liveSecretKey: stored.stripeLiveSecretKey,
        livePublishableKey: stored.stripeLivePublishableKey,
        webhookSecret: 'whsec_new',
      }),
    );
  });

  it('keeps a key that is typed during a save, and masks the saved ones', async () => {
    let reply = () => {};
    const saving = new Promise<void>((resolve) => (reply = resolve));
    const stored = aReseller({ stripeLiveSecretKey: 'sk_live_••••••••new1' });
    const { user, api } = await openDashboard('payment-setup', {
      'POST /api/resellers/stripe-config': () => saving.then(() => ok(stored)),
    });
    const keys = await form('Stripe Configuration');
    const field = (label: string) => keys.getByLabelText<HTMLInputElement>(label);
    await user.clear(field('Secret key'));
    await user.type(field('Secret key'), 'sk_live_abcdefgnew1');
    await user.click(keys.getByRole('button', { name: 'Update Stripe Configuration' }));
    await waitFor(() => expect(callsOf(api.calls, 'POST /api/resellers/stripe-config')).toHaveLength(1));
    await user.clear(field('Webhook signing secret'));
    await user.type(field('Webhook signing secret'), 'whsec_new');
    reply();
    await waitFor(() => expect(field('Secret key').value).toBe(stored.stripeLiveSecretKey));
    expect(field('Webhook signing secret').value).toBe('whsec_new');
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  });

  it('shows masks again after the same keys were saved, without unsaved changes', async () => {
    const { user, toasts } = await openDashboard('payment-setup', {
      'POST /api/resellers/stripe-config': ok(aReseller()),
    });
    const keys = await form('Stripe Configuration');
    const secret = () => keys.getByLabelText<HTMLInputElement>('Secret key');
    await user.clear(secret());
    await user.type(secret(), 'sk_live_abcdefgx9Qz');
    await user.click(keys.getByRole('button', { name: 'Update Stripe Configuration' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Stripe Configuration Updated' }]));
    await waitFor(() => expect(secret().value).toBe('sk_live_••••••••x9Qz'));
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await waitFor(() => expect(location.pathname).toBe('/reseller-dashboard/orders'));
  });

  it("shows the server's reason for refusing the keys [S8.45]", async () => {
    const { user, toasts } = await openDashboard('payment-setup', {
      'POST /api/resellers/stripe-config': failing(
        400,
        'Stripe does not know this key.',
        'VALIDATION_FAILED',
      ),
    });
    await user.click(await screen.findByRole('button', { name: 'Update Stripe Configuration' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Update Failed', description: 'Stripe does not know this key.', tone: 'destructive' },
      ]),
    );
  });
});

describe('the webhook', () => {
  it('shows its URL cut to 50 characters and its event, and copies the URL in full [S2.106] [S7.61] [S9.10] [R-late.8]', async () => {
    const { user } = await openDashboard('payment-setup');
    const url = `${location.origin}/api/stripe-webhook/reseller/${RESELLER_ID}`;
    expect(await screen.findByText(`${url.slice(0, 50)}...`)).toBeTruthy();
    expect(screen.getByText('checkout.session.completed').parentElement?.textContent).toContain('required');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy webhook URL' }));
    expect(write).toHaveBeenCalledWith(url);
  });
});

describe('the health check', () => {
  it('shows which checks passed or failed, the fix, and when a delivery was last verified', async () => {
    const { user, api } = await openDashboard('payment-setup', {
      'GET /api/resellers/payment-health': ok({
        state: 'failed',
        mode: 'live',
        webhookUrl: '',
        requiredEvents: [],
        lastVerifiedDeliveryAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
        checks: [
          { id: 'account', state: 'ok', finding: 'Stripe accepts the secret key.', fix: null },
          {
            id: 'webhook',
            state: 'failed',
            finding: 'There is no webhook with our address.',
            fix: 'Add it.',
          },
        ],
      }),
    });
    const checks = within(await screen.findByRole('list', { name: 'Checks' })).getAllByRole('listitem');
    expect(within(checks[0] as HTMLElement).getByRole('img', { name: 'Passed' })).toBeTruthy();
    expect(within(checks[1] as HTMLElement).getByRole('img', { name: 'Failed' })).toBeTruthy();
    expect(checks[1]?.textContent).toContain('Add it.');
    expect(screen.getByText('Payments will fail')).toBeTruthy();
    expect(screen.getByText('2 days ago')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/payment-health')).toHaveLength(2));
  });

  it('runs again after keys are saved, and shows no result until then', async () => {
    const report = { mode: 'live', webhookUrl: '', requiredEvents: [], lastVerifiedDeliveryAt: null };
    let finish = () => {};
    const isChecked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const checks = [
      ok({ ...report, state: 'ok', checks: [] }),
      isChecked.then(() => ok({ ...report, state: 'failed', checks: [] })),
    ];
    const { user } = await openDashboard('payment-setup', {
      'GET /api/resellers/payment-health': () => checks.shift() ?? failing(500, 'Checked once more'),
      'POST /api/resellers/stripe-config': ok(aReseller()),
    });
    expect(await screen.findByText('Ready for payments')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Update Stripe Configuration' }));
    await waitFor(() => expect(screen.queryByText('Ready for payments')).toBeNull());
    finish();
    expect(await screen.findByText('Payments will fail')).toBeTruthy();
  });

  it('shows no result of earlier keys if the new ones could not be checked', async () => {
    const checks = [
      ok({
        state: 'ok',
        mode: 'live',
        checks: [],
        webhookUrl: '',
        requiredEvents: [],
        lastVerifiedDeliveryAt: null,
      }),
    ];
    const { user } = await openDashboard('payment-setup', {
      'GET /api/resellers/payment-health': () => checks.shift() ?? failing(500, 'No check now.'),
      'POST /api/resellers/stripe-config': ok(aReseller()),
    });
    expect(await screen.findByText('Ready for payments')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Update Stripe Configuration' }));
    expect(await screen.findByText('No check now.')).toBeTruthy();
    expect(screen.queryByText('Ready for payments')).toBeNull();
  });

  it('does not run until all three values are stored', async () => {
    const { api } = await openWithout(NO_KEYS);
    expect(await screen.findByText('Save all three values first. Then we can test them.')).toBeTruthy();
    expect(callsOf(api.calls, 'GET /api/resellers/payment-health')).toEqual([]);
  });
});
