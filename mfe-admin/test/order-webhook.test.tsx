import { describe, expect, it } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { failing } from './people.ts';
import { button, open, type Page, SAVE } from './settings-page.ts';

/** Everything on this page is visible, and finding that out again takes longer than all else. */
configure({ defaultHidden: true });

describe("the admin's order webhook", () => {
  it('shows at its field why the URL was refused', async () => {
    const message = 'The webhook URL must start with https://.';
    const { user } = await open(
      {},
      { [SAVE]: failing(400, message, 'WEBHOOK_URL_REFUSED', 'adminWebhookUrl') },
    );
    const url = screen.getByLabelText(/^Admin order webhook URL/);
    await user.type(url, 'http://x.example');
    await user.click(button('Update webhook'));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(url.getAttribute('aria-invalid')).toBe('true');
  });

  const TEST = 'POST /api/admin/test-webhook';
  const type = async ({ user }: Page, url: string) =>
    user.type(screen.getByLabelText(/^Admin order webhook URL/), url);

  it('can be tested, and its button shows that a test is in progress [S2.39] [S4.21]', async () => {
    let reply: (value: ReturnType<typeof ok>) => void = () => undefined;
    const page = await open({}, { [TEST]: () => new Promise((resolve) => (reply = resolve)) });
    await type(page, 'https://example.com/x');
    await page.user.click(button('Test'));
    const sending = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sending' });
    expect(sending.disabled).toBe(true);
    sending.click();
    await waitFor(() => {
      reply(ok({ message: 'Test webhook sent', status: 200 }));
      expect(page.toasts).toMatchObject([{ title: 'Success', description: 'Test webhook sent' }]);
    });
    const tests = page.api.calls.filter(({ path }) => path === '/api/admin/test-webhook');
    expect(tests.map(({ body }) => body)).toEqual([{ webhookUrl: 'https://example.com/x' }]);
    expect(page.saved()).toEqual([]);
    await page.user.click(button('Update webhook'));
    await waitFor(() => expect(page.saved()[0]?.body).toEqual({ adminWebhookUrl: 'https://example.com/x' }));
  });

  it('is turned on again by saving its unchanged URL', async () => {
    const adminWebhookUrl = 'https://example.com/hook';
    const page = await open({ adminWebhookUrl, adminWebhookDisabledReason: 'failing' });
    await screen.findByText('Ten deliveries in a row failed. Save the URL again to turn it back on.');
    await page.user.click(button('Update webhook'));
    await waitFor(() => expect(page.saved()[0]?.body).toEqual({ adminWebhookUrl }));
  });

  it('requires a URL for a test, and shows why a test failed [S5.12] [S8.19] [S8.20]', async () => {
    const replies = [failing(502, 'The receiver answered 500.'), failing(502, '')];
    const page = await open({}, { [TEST]: () => replies.shift() ?? failing(500, 'Called once more') });
    const expectToast = async (title: string, description: string) => {
      const before = page.toasts.length;
      await page.user.click(await screen.findByRole('button', { name: 'Test' }));
      await waitFor(() => expect(page.toasts).toHaveLength(before + 1));
      expect(page.toasts.at(-1)).toMatchObject({ title, description });
    };
    await expectToast('No webhook URL', 'Please enter a webhook URL first');
    expect(page.api.calls.some(({ path }) => path === '/api/admin/test-webhook')).toBe(false);
    await type(page, 'https://example.com/x');
    await expectToast('Webhook test failed', 'The receiver answered 500.');
    await expectToast('Webhook test failed', 'Failed to send test webhook');
    await page.api.close();
    await expectToast('Webhook test error', 'Network error testing webhook');
  });

  it('gets a new signing secret after a confirmation, and shows it on request', async () => {
    const SECRET = '/api/admin/order-webhook/secret';
    const { user, api } = await open({}, { [`POST ${SECRET}`]: ok({ secret: 'whsec_signing' }) });
    await user.click(button('Create new signing secret'));
    const dialog = await screen.findByRole('dialog', { name: 'Create a new signing secret?' });
    expect(api.calls.some(({ path }) => path === SECRET)).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Create new secret' }));
    await user.click(await screen.findByRole('button', { name: 'Show signing secret' }));
    expect(screen.getByText('whsec_signing')).toBeTruthy();
  });

  it('has a log of its deliveries, which can be replayed [R-checkout.54]', async () => {
    const page = await open(
      {},
      {
        'POST /api/admin/order-webhook/deliveries/d1/replay': ok({ message: 'Sent again' }),
      },
    );
    await screen.findByText('order-1');
    await page.user.click(button('Replay'));
    await waitFor(() => expect(page.toasts).toMatchObject([{ description: 'Sent again' }]));
  });
});
