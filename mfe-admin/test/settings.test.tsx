import { describe, expect, it, jest } from '@jest/globals';
import type { User } from '@leadping/contracts/identity/session-routes';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { holdTimers } from '@leadping/test-kit/web/hold-timers';
import { setSessionUser } from '@leadping/web-kit/session/session';
import { aUser, failing } from './people.ts';
import { button, open, type Page, SAVE, SETTINGS } from './settings-page.ts';

/** Everything on this page is visible, and finding that out again takes longer than all else. */
configure({ defaultHidden: true });

const price = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });

async function setPrice({ user }: Page, text: string) {
  await user.clear(price('Main product price'));
  await user.type(price('Main product price'), text);
  await user.click(button('Update prices'));
}

describe('the settings', () => {
  it('show prices as dollars, in steps of a cent, and send only what changed [S2.27] [S3.05] [S5.10] [R-money.4] [S8.39]', async () => {
    const page = await open();
    expect(price('Main product price').value).toBe('79.00');
    expect(price('Reseller rights price').value).toBe('497.00');
    for (const name of ['Main product price', 'Reseller rights price']) {
      expect(price(name).getAttribute('step')).toBe('0.01');
      expect(price(name).getAttribute('aria-valuemin')).toBe('0');
    }
    expect(button('Update prices').disabled).toBe(true);
    await setPrice(page, '89.5');
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Settings updated successfully' }]));
    expect(page.saved()[0]?.body).toEqual({ mainProductPrice: '89.5' });
  });

  it('refresh prices, settings and tenant after a save, and again after half a second [S7.37] [S7.38]', async () => {
    const { user, queryClient } = await open();
    const paths = ['/api/pricing', '/api/admin/settings', '/api/tenant'];
    const beFresh = () => {
      for (const path of paths) queryClient.setQueryData([path], (known: unknown) => known ?? {});
    };
    beFresh();
    const refreshed: unknown[] = [];
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'invalidate')
        refreshed.push(event.query.queryKey[0]);
    });
    const times = () => paths.map((path) => refreshed.filter((one) => one === path).length);
    await user.clear(price('Main product price'));
    await user.type(price('Main product price'), '89');
    await holdTimers(async () => {
      fireEvent.click(button('Update prices'));
      await waitFor(() => expect(times()).toEqual([1, 1, 1]));
      act(beFresh);
      await act(() => jest.advanceTimersByTimeAsync(499));
      expect(times()).toEqual([1, 1, 1]);
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(times()).toEqual([2, 2, 2]);
    });
  });

  it('mask keys and secrets, hint at their form, and update only what was entered [S2.28] [S2.29] [S2.30] [S2.41]', async () => {
    const { user, saved } = await open({ stripeTestWebhookSecret: 'whsec_••••test' });
    const live = within(screen.getByRole('form', { name: 'Stripe live keys' }));
    const test = within(screen.getByRole('form', { name: 'Stripe test keys' }));
    for (const mask of ['sk_live_••••1234', 'whsec_••••live']) expect(live.getByText(mask)).toBeTruthy();
    for (const mask of ['sk_test_••••5678', 'whsec_••••test']) expect(test.getByText(mask)).toBeTruthy();
    expect(live.getByLabelText(/^Live webhook secret/).getAttribute('placeholder')).toMatch(/^whsec_/);
    expect(test.getByLabelText(/^Test webhook secret/).getAttribute('placeholder')).toMatch(/^whsec_/);
    const update = live.getByRole<HTMLButtonElement>('button', { name: 'Update live keys' });
    expect(update.disabled).toBe(true);
    expect(button('Update test keys').disabled).toBe(true);
    await user.type(screen.getByLabelText(/^Test secret key/), 'sk_test_new');
    expect(button('Update test keys').disabled).toBe(false);
    expect(live.getByLabelText(/^Live secret key/).getAttribute('placeholder')).toMatch(/^sk_live_/);
    expect(screen.getByLabelText(/^Test secret key/).getAttribute('placeholder')).toMatch(/^sk_test_/);
    await user.type(live.getByLabelText(/^Live webhook secret/), 'whsec_new');
    expect(update.disabled).toBe(false);
    await user.click(update);
    await waitFor(() => expect(saved()[0]?.body).toEqual({ stripeLiveWebhookSecret: 'whsec_new' }));
    await waitFor(() => expect(live.getByLabelText<HTMLInputElement>(/^Live webhook secret/).value).toBe(''));
    expect(update.disabled).toBe(true);
  });

  it('keep what is typed while they are saved', async () => {
    let stored = SETTINGS;
    let reply: () => void = () => undefined;
    const saving = new Promise<void>((resolve) => (reply = resolve));
    const page = await open(
      {},
      {
        'GET /api/admin/settings': () => ok(stored),
        [SAVE]: async () => {
          await saving;
          stored = { ...SETTINGS, mainProductPrice: 8900 };
          return ok(stored);
        },
      },
    );
    await setPrice(page, '89');
    await waitFor(() => expect(page.saved()).toHaveLength(1));
    await page.user.clear(price('Reseller rights price'));
    // By keys: a price that is typed is formatted once its field is left.
    await page.user.keyboard('500');
    reply();
    await waitFor(() => expect(price('Main product price').value).toBe('89.00'));
    expect(price('Reseller rights price').value).toBe('500');
    await page.user.click(await screen.findByRole('button', { name: 'Update prices' }));
    await waitFor(() => expect(page.saved()[1]?.body).toEqual({ resellerPrice: '500' }));
  });

  it('switch test mode with a valid test key, do not count a space as a new key, and keep all log entries only in test mode [S2.31] [S2.40]', async () => {
    const { user, saved } = await open();
    await user.type(screen.getByLabelText(/^Live secret key/), ' ');
    expect(button('Update live keys').disabled).toBe(true);
    await user.type(screen.getByLabelText(/^Live secret key/), 'sk_live_new');
    expect(button('Update live keys').disabled).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Persistent logging' }).disabled).toBe(true);
    await user.click(screen.getByRole('switch', { name: 'Test mode' }));
    await waitFor(() => expect(saved()[0]?.body).toEqual({ testMode: true }));
  });

  it('can keep all log entries in test mode, and show why test mode cannot be turned off [S2.40]', async () => {
    const message = 'Test mode stays on, because no live secret key is stored.';
    const { user, saved } = await open(
      { testMode: true },
      {
        [SAVE]: ({ body }) =>
          'testMode' in (body as object)
            ? failing(400, message, 'VALIDATION_FAILED')
            : ok({ ...SETTINGS, testMode: true, persistentLoggingEnabled: true }),
      },
    );
    await user.click(screen.getByRole('switch', { name: 'Persistent logging' }));
    await waitFor(() => expect(saved()[0]?.body).toEqual({ persistentLoggingEnabled: true }));
    expect(screen.getByText(/Save a live secret key before you turn it off\.$/)).toBeTruthy();
    await user.click(screen.getByRole('switch', { name: 'Test mode' }));
    await user.click(await screen.findByRole('button', { name: 'Turn test mode off' }));
    expect((await screen.findByText(message)).getAttribute('role')).toBe('alert');
    expect(screen.getByRole('switch', { name: 'Test mode' }).getAttribute('aria-checked')).toBe('true');
  });

  it('ask before test mode ends, say what changes, and show what the live setup lacks', async () => {
    const { user, saved, api } = await open(
      { testMode: true },
      {
        'GET /api/admin/payment-health': ok({
          state: 'failed',
          mode: 'live',
          checks: [
            {
              id: 'keys',
              state: 'failed',
              finding: 'Not stored yet: secret key.',
              fix: 'Enter the secret key.',
            },
            { id: 'account', state: 'unknown', finding: 'The secret key could not be tried.', fix: null },
          ],
          webhookUrl: 'https://shop.example/api/stripe-webhook',
          requiredEvents: [],
          lastVerifiedDeliveryAt: null,
        }),
      },
    );
    await user.click(screen.getByRole('switch', { name: 'Test mode' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn test mode off?' }));
    expect(dialog.getByText(/take real cards and real money/)).toBeTruthy();
    const checks = within(await dialog.findByRole('list', { name: 'Checks of the live setup' }));
    expect(checks.getByText('Not stored yet: secret key.')).toBeTruthy();
    expect(dialog.getByRole('alert').textContent).toContain('Buyers could not pay');
    const asked = api.calls.find(({ path }) => path === '/api/admin/payment-health');
    expect(asked?.query).toEqual({ mode: 'live' });
    expect(saved()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('switch', { name: 'Test mode' }).getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('switch', { name: 'Test mode' }));
    await user.click(await screen.findByRole('button', { name: 'Turn test mode off' }));
    await waitFor(() => expect(saved()[0]?.body).toEqual({ testMode: false }));
  });

  it('show whether mail goes out, to whom and about what [S2.32] [S2.33] [S2.34] [S2.36]', async () => {
    const { user, saved } = await open();
    expect(screen.getByText('Email provider configured')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Admin notification emails/).value).toBe(
      'ada@example.com',
    );
    const tickets = screen.getByRole('switch', { name: 'Ticket notifications' });
    expect(tickets.getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('switch', { name: 'Order notifications' }));
    await waitFor(() => expect(saved()[0]?.body).toEqual({ enableOrderNotifications: true }));
    await user.click(tickets);
    await waitFor(() => expect(saved()[1]?.body).toEqual({ enableTicketNotifications: false }));
    await user.type(screen.getByLabelText(/^Admin notification emails/), ', bob@example.com');
    await user.click(button('Update emails'));
    await waitFor(() =>
      expect(saved()[2]?.body).toEqual({ adminNotificationEmails: 'ada@example.com, bob@example.com' }),
    );
  });

  it('name what is missing and what to do about it, and offer no test mode without a test key [S2.32]', async () => {
    await open({ hasValidTestKey: false, postmarkConfigured: false });
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Test mode' }).disabled).toBe(true);
    expect(screen.getByText('Email provider not configured')).toBeTruthy();
    expect(screen.getByText(/^Set POSTMARK_SERVER_TOKEN/)).toBeTruthy();
  });

  it('name the services that do not respond, and show nothing that was not read from them [S2.32]', async () => {
    await open({ postmarkConfigured: null, chromeWebStoreUrl: null });
    expect(screen.getByText('Email provider unknown')).toBeTruthy();
    expect(screen.getByText(/^The support service is not responding/)).toBeTruthy();
    expect(screen.getByText(/^The licensing service is not responding/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Extension store URL/)).toBeNull();
  });

  it("validate the store's address with the contract [S2.38]", async () => {
    const { user, saved } = await open();
    const field = screen.getByLabelText(/^Extension store URL/);
    await user.clear(field);
    await user.type(field, 'not an address');
    await user.click(button('Update store URL'));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(saved()).toEqual([]);
    const chromeWebStoreUrl = 'https://chromewebstore.google.com/detail/new';
    await user.clear(field);
    await user.type(field, chromeWebStoreUrl);
    await user.click(button('Update store URL'));
    await waitFor(() => expect(saved().map(({ body }) => body)).toEqual([{ chromeWebStoreUrl }]));
  });

  it('show why a save failed [S8.04] [S8.18]', async () => {
    const page = await open({}, { [SAVE]: failing(400, 'Price too low.', 'PRICE_TOO_LOW') });
    await setPrice(page, '0.10');
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Failed to update settings', description: 'Settings update failed: Price too low.' },
      ]),
    );
  });

  it('open the sign-in page once the session has ended, whatever the message [S8.01] [S8.03]', async () => {
    const page = await open({}, { [SAVE]: failing(401, 'Anything', 'UNAUTHENTICATED') });
    await setPrice(page, '89');
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
      ]),
    );
    await waitFor(() => expect(location.pathname).toBe('/auth'));
  });

  describe('after the session has ended', () => {
    /** Somebody types a price, has to sign in again, and comes back. */
    async function returnAs(user: User) {
      const page = await open({}, { [SAVE]: failing(401, 'Unauthorized', 'UNAUTHENTICATED') });
      await setPrice(page, '89');
      await waitFor(() => expect(screen.queryByRole('form', { name: 'Pricing' })).toBeNull());
      expect(location.pathname).toBe('/auth');
      await act(async () => {
        setSessionUser(page.queryClient, user);
        history.pushState(null, '', '/admin/settings');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      return page;
    }

    const shown = async () => {
      await screen.findByRole('form', { name: 'Pricing' });
      return Number(price('Main product price').value);
    };

    it('keep typed values for the same person, who can save them', async () => {
      const { user, saved } = await returnAs(aUser());
      expect(await shown()).toBe(89);
      await user.click(button('Update prices'));
      await waitFor(() => expect(saved()).toHaveLength(2));
      expect(saved()[1]?.body).toEqual({ mainProductPrice: '89' });
    });

    it('do not show typed values to another person', async () => {
      await returnAs(aUser({ id: '665f1c2e9b1e8a0012345679' }));
      expect(await shown()).toBe(79);
    });
  });
});
