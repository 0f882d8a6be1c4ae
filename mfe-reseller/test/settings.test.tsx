import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { OrderNotification } from '@leadping/contracts/commerce/order-webhook-routes';
import { ok } from '@leadping/test-kit/web/api-stub';
import { aReseller, bodyOf, callsOf, failing, openDashboard, RESELLER_ID } from './reseller.ts';

const field = () => screen.findByRole('textbox', { name: /Webhook URL/ });
const HOOK = 'https://hooks.example.com/orders/of/a/rather/long/address/that/is/cut';

it('the settings page is titled Integration Settings [S2.127]', async () => {
  await openDashboard('settings');
  expect(await screen.findByRole('heading', { level: 1, name: 'Integration Settings' })).toBeTruthy();
});

describe('the order webhook', () => {
  it('is saved, and a hint shows that its URL should start with https:// [S2.128] [S5.28]', async () => {
    const { user, api, toasts } = await openDashboard('settings', {
      'PUT /api/resellers/webhook': ok({ message: 'Saved', orderWebhookUrl: HOOK }),
    });
    expect(await screen.findByText(/Should start with https:\/\//)).toBeTruthy();
    await user.type(await field(), HOOK);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Webhook URL Saved' }]));
    expect(bodyOf(api.calls, 'PUT /api/resellers/webhook')).toEqual({ orderWebhookUrl: HOOK });
  });

  it('causes no question when the page is left after a save, even before the account is read again', async () => {
    let isSaved = false;
    const { user, toasts } = await openDashboard('settings', {
      'GET /api/resellers/me': () => (isSaved ? new Promise(() => {}) : ok(aReseller())),
      'PUT /api/resellers/webhook': () => {
        isSaved = true;
        return ok({ message: 'Saved', orderWebhookUrl: HOOK });
      },
    });
    await user.type(await field(), HOOK);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Webhook URL Saved' }]));
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await screen.findByRole('heading', { level: 1, name: 'Orders' });
  });

  it('shows why it was not saved [S8.48]', async () => {
    const replies = [failing(400, 'Only https addresses.', 'WEBHOOK_URL_REFUSED'), failing(500, '')];
    const { user, toasts } = await openDashboard('settings', {
      'PUT /api/resellers/webhook': () => replies.shift() ?? failing(500, 'Called once more'),
    });
    await user.type(await field(), 'http://x.example');
    for (const description of ['Only https addresses.', 'Failed to update webhook URL']) {
      await user.click(await screen.findByRole('button', { name: 'Save' }));
      await waitFor(() => expect(toasts.at(-1)).toMatchObject({ description, tone: 'destructive' }));
    }
    expect(toasts).toHaveLength(2);
  });

  it.each([
    ['Save', 'PUT /api/resellers/webhook', 'orderWebhookUrl'],
    ['Send Test Webhook', 'POST /api/resellers/webhook/test', 'webhookUrl'],
  ])('shows at its field why the URL was refused, each time "%s" is pressed', async (name, call, named) => {
    const { user } = await openDashboard('settings', {
      [call]: failing(400, 'The webhook URL must start with https://.', 'WEBHOOK_URL_REFUSED', named),
    });
    const url = await field();
    for (const typed of ['http://x.example', 'http://y.example']) {
      await user.clear(url);
      await user.type(url, typed);
      await waitFor(() => expect(url.getAttribute('aria-invalid')).not.toBe('true'));
      await user.click(await screen.findByRole('button', { name }));
      expect(await screen.findByText('The webhook URL must start with https://.')).toBeTruthy();
      expect(url.getAttribute('aria-invalid')).toBe('true');
    }
  });

  it('requires a URL for a test [S5.29]', async () => {
    const { user, api, toasts } = await openDashboard('settings');
    await user.click(await screen.findByRole('button', { name: 'Send Test Webhook' }));
    expect(toasts).toMatchObject([{ title: 'Please enter a webhook URL first' }]);
    expect(callsOf(api.calls, 'POST /api/resellers/webhook/test')).toEqual([]);
  });

  it('can be tested, and its button shows that the test is being sent [S2.129] [S4.22] [S8.63]', async () => {
    let arrive = () => {};
    const sent = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { user, api, toasts } = await openDashboard(
      'settings',
      {
        'POST /api/resellers/webhook/test': async () => {
          await sent;
          return ok({ message: 'ok', status: 204 });
        },
      },
      { orderWebhookUrl: HOOK },
    );
    await user.click(await screen.findByRole('button', { name: 'Send Test Webhook' }));
    const button = await screen.findByRole('button', { name: 'Sending...' });
    expect(button.hasAttribute('disabled')).toBe(true);
    arrive();
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Test Successful', description: 'Your address replied 204.' }]),
    );
    expect(bodyOf(api.calls, 'POST /api/resellers/webhook/test')).toEqual({ webhookUrl: HOOK });
  });

  it('shows why a test failed [S8.49]', async () => {
    const replies = [failing(502, 'It replied 500.', 'UPSTREAM_FAILED'), failing(500, '')];
    const { user, toasts } = await openDashboard(
      'settings',
      { 'POST /api/resellers/webhook/test': () => replies.shift() ?? failing(500, 'Called once more') },
      { orderWebhookUrl: HOOK },
    );
    for (const description of ['It replied 500.', 'Failed to send test webhook']) {
      await user.click(await screen.findByRole('button', { name: 'Send Test Webhook' }));
      await waitFor(() =>
        expect(toasts.at(-1)).toMatchObject({ title: 'Test Failed', description, tone: 'destructive' }),
      );
    }
    expect(toasts).toHaveLength(2);
  });

  it('shows why deliveries were turned off', async () => {
    await openDashboard('settings', {}, { orderWebhookUrl: HOOK, orderWebhookDisabledReason: 'failing' });
    expect((await screen.findByRole('alert')).textContent).toContain('Ten deliveries in a row failed');
  });

  it('shows that deliveries were turned off in the meantime when the page is opened', async () => {
    const resellers = [aReseller({ orderWebhookUrl: HOOK })];
    const stopped = aReseller({ orderWebhookUrl: HOOK, orderWebhookDisabledReason: 'gone' });
    const { user } = await openDashboard('overview', {
      'GET /api/resellers/me': () => ok(resellers.shift() ?? stopped),
    });
    await user.click(await screen.findByRole('link', { name: 'Settings' }));
    expect(await screen.findByText('Deliveries are off')).toBeTruthy();
  });

  it('shows a sample payload that matches the contract [S2.130]', async () => {
    await openDashboard('settings');
    const code = await screen.findByLabelText('Sample payload', { selector: 'pre' });
    expect(OrderNotification.parse(JSON.parse(code.textContent ?? ''))).toMatchObject({
      event: 'order.completed',
      reseller_id: RESELLER_ID,
      order: {
        id: expect.any(String),
        customer_email: expect.any(String),
        customer_name: expect.any(String),
        business_name: expect.any(String),
        amount: '129.50',
        currency: 'EUR',
        license_key: expect.any(String),
        purchase_date: expect.any(String),
        stripe_session_id: expect.any(String),
      },
      reseller: { business_name: 'Zebra Leads', slug: 'zebra-leads-a1b2c3' },
    });
  });

  it('gets a new signing secret after a confirmation, and shows it on request', async () => {
    const { user, api } = await openDashboard('settings', {
      'POST /api/resellers/webhook/secret': ok({ secret: 'whsec_signing' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Create new signing secret' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create a new signing secret?' });
    expect(callsOf(api.calls, 'POST /api/resellers/webhook/secret')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Create new secret' }));
    await user.click(await screen.findByRole('button', { name: 'Show signing secret' }));
    expect(screen.getByText('whsec_signing')).toBeTruthy();
  });
});

describe('the delivery log', () => {
  const delivery = {
    id: 'delivery-1',
    orderId: 'order-1',
    url: HOOK,
    state: 'stopped',
    createdAt: '2026-11-20T10:00:00.000Z',
    nextAttemptAt: null,
    attempts: [
      { at: '2026-11-20T10:00:00.000Z', status: null, error: 'timed out', durationMs: 15_000 },
      { at: '2026-11-20T10:00:05.000Z', status: 500, error: null, durationMs: 231 },
    ],
  };

  it('shows the attempts, cuts a long URL that is copied in full, and replays a delivery [R-checkout.53] [R-late.8] [S9.10]', async () => {
    const { user, api, toasts } = await openDashboard('settings', {
      'GET /api/resellers/webhook/deliveries': ok({ deliveries: [delivery] }),
      'POST /api/resellers/webhook/deliveries/delivery-1/replay': ok({ message: 'On its way' }),
    });
    expect(await screen.findByText(`${HOOK.slice(0, 50)}...`)).toBeTruthy();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy URL of order order-1' }));
    expect(write).toHaveBeenCalledWith(HOOK);
    expect(screen.getByText('2, last 500')).toBeTruthy();
    expect(screen.getByText(/timed out in 15000 ms/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Replay delivery of order order-1' }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Replay Started' }));
    await waitFor(() =>
      expect(callsOf(api.calls, 'GET /api/resellers/webhook/deliveries').length).toBeGreaterThan(1),
    );
  });

  it('replays all stopped deliveries of the page at once, and is filtered by the server', async () => {
    const stopped = ['a', 'b'].map((id) => ({ ...delivery, id, orderId: id }));
    const { user, api, toasts } = await openDashboard('settings', {
      'GET /api/resellers/webhook/deliveries': ok({ deliveries: stopped }),
      'POST /api/resellers/webhook/deliveries/replay': ok({ replayed: 1, skipped: 1 }),
    });
    await user.selectOptions(await screen.findByLabelText('Status'), 'Stopped');
    await waitFor(() =>
      expect(callsOf(api.calls, 'GET /api/resellers/webhook/deliveries').at(-1)?.query).toEqual({
        state: 'stopped',
        limit: '25',
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Replay 2 stopped' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'Replay Started',
        description: '1 is on the way, 1 skipped: arrived already, or replayed less than a minute ago.',
      }),
    );
    expect(bodyOf(api.calls, 'POST /api/resellers/webhook/deliveries/replay')).toEqual({ ids: ['a', 'b'] });
  });

  it('shows a notice if all stopped deliveries were skipped', async () => {
    const stopped = ['a', 'b'].map((id) => ({ ...delivery, id, orderId: id }));
    const { user, toasts } = await openDashboard('settings', {
      'GET /api/resellers/webhook/deliveries': ok({ deliveries: stopped }),
      'POST /api/resellers/webhook/deliveries/replay': ok({ replayed: 0, skipped: 2 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Replay 2 stopped' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        {
          title: 'Nothing to Replay',
          description: '2 skipped: arrived already, or replayed less than a minute ago.',
          tone: 'neutral',
        },
      ]),
    );
  });

  it('shows a message if it is empty', async () => {
    await openDashboard('settings');
    expect(await screen.findByText('No deliveries yet')).toBeTruthy();
  });
});
