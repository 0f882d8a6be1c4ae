import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { aReseller, bodyOf, callsOf, failing, openDashboard } from './reseller.ts';

const ROUTE = 'PUT /api/resellers/embedding-sites';
const NAME = 'Sites that embed your page';
const BLOG = 'https://blog.example';

describe('sites that embed the page', () => {
  const openForm = async (replies = {}, embeddingSites: string[] = []) => {
    const page = await openDashboard('sales-page', replies, { embeddingSites });
    await page.user.click(await screen.findByRole('tab', { name: 'Embed Code' }));
    const form = within(await screen.findByRole('form', { name: NAME }));
    const field = form.getByRole<HTMLTextAreaElement>('textbox');
    return { ...page, form, field, save: form.getByRole('button', { name: 'Save sites' }) };
  };

  it('are entered one per line, saved, and shown as the server stored them', async () => {
    const { user, api, toasts, field, save } = await openForm({
      [ROUTE]: ok(aReseller({ embeddingSites: [BLOG, 'https://shop.example'] })),
    });
    expect(save.hasAttribute('disabled')).toBe(true);
    await user.type(field, ' https://blog.example/offer{enter}{enter}https://SHOP.example ');
    await user.click(save);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Sites Updated', tone: 'success' }]));
    expect(bodyOf(api.calls, ROUTE)).toEqual({
      embeddingSites: ['https://blog.example/offer', 'https://SHOP.example'],
    });
    await waitFor(() => expect(field.value).toBe(`${BLOG}\nhttps://shop.example`));
    await waitFor(() => expect(save.hasAttribute('disabled')).toBe(true));
  });

  it('are shown in full with an explanation, and can all be removed', async () => {
    const { user, api, form, field, save } = await openForm({ [ROUTE]: ok(aReseller()) }, [
      BLOG,
      'https://shop.example:8443',
    ]);
    expect(field.value).toBe(`${BLOG}\nhttps://shop.example:8443`);
    expect(
      form.getByText(/Buyers who leave the payment page return straight to a site listed here/),
    ).toBeTruthy();
    await waitFor(() => expect(form.getByText('optional')).toBeTruthy());
    expect(field.hasAttribute('aria-required')).toBe(false);
    await user.clear(field);
    await user.click(save);
    await waitFor(() => expect(bodyOf(api.calls, ROUTE)).toEqual({ embeddingSites: [] }));
  });

  const NEEDS_HTTPS = 'Enter an address that begins with https://, such as https://www.example.com.';
  const ELEVEN = Array.from({ length: 11 }, (_, nth) => `https://site-${nth}.example`);
  it.each([
    ['no scheme', ['blog.example'], `Number 1: ${NEEDS_HTTPS}`],
    ['http', [BLOG, '', 'http://shop.example'], `Number 2: ${NEEDS_HTTPS}`],
    ['a password', ['https://me:secret@blog.example'], /^Number 1: .* without a user name or password/],
    ['eleven sites', ELEVEN, 'At most 10 sites.'],
  ])('are rejected at the field before anything is sent: %s', async (_what, lines, message) => {
    const { user, api, form, field, save } = await openForm();
    await user.click(field);
    await user.paste(lines.join('\n'));
    await user.click(save);
    expect(await form.findByText(message)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(callsOf(api.calls, ROUTE)).toEqual([]);
  });

  it('show why saving failed, and keep the typed text', async () => {
    const { user, toasts, field, save } = await openForm({ [ROUTE]: failing(503, 'Try again in a moment.') });
    await user.type(field, BLOG);
    await user.click(save);
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Update Failed', description: 'Try again in a moment.', tone: 'destructive' },
      ]),
    );
    expect(field.value).toBe(BLOG);
  });

  it('are saved without losing text typed into other forms of the page', async () => {
    const { user, api, toasts, field, save } = await openForm({
      [ROUTE]: ok(aReseller({ embeddingSites: [BLOG] })),
    });
    const contact = within(screen.getByRole('form', { name: 'Color, questions and contact' }));
    const email = contact.getByLabelText<HTMLInputElement>(/Contact email/);
    await user.type(email, 'help@acme.example');
    await user.type(field, BLOG);
    await user.click(save);
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(email.value).toBe('help@acme.example');
    expect(callsOf(api.calls, 'PUT /api/resellers/sales-page')).toEqual([]);
  });

  it('are empty if the service is an older version without the list', async () => {
    const page = await openDashboard('sales-page', {}, { embeddingSites: undefined });
    await page.user.click(await screen.findByRole('tab', { name: 'Embed Code' }));
    const form = within(await screen.findByRole('form', { name: NAME }));
    expect(form.getByRole<HTMLTextAreaElement>('textbox').value).toBe('');
  });
});
