import { describe, expect, it } from '@jest/globals';
import { failing, ok } from '@leadping/test-kit/web/api-stub';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from './open-page.tsx';

const SEND = 'POST /api/withdrawals';
const RECEIVED = { status: 202, body: { receivedAt: '2026-11-30T21:50:07.000Z' } };

describe('the page for withdrawals', () => {
  const enter = async (page: Awaited<ReturnType<typeof openPage>>) => {
    const form = within(await screen.findByRole('form', { name: 'Withdraw from contract here' }));
    await page.user.type(form.getByRole('textbox', { name: /^Order number/ }), ' 0123456789abcdef01234567 ');
    await page.user.type(form.getByRole('textbox', { name: /^Email address/ }), 'ann@example.com');
    await page.user.click(form.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { level: 1, name: 'Check your withdrawal' });
  };
  const calls = ({ api }: Awaited<ReturnType<typeof openPage>>) =>
    api.calls.filter(({ path }) => path === '/api/withdrawals');

  it.each(['/withdraw'])('asks twice before it sends anything, and then shows the time: %s', async (path) => {
    const page = await openPage(path, { [SEND]: RECEIVED });
    await enter(page);
    expect(document.activeElement?.tagName).toBe('H1');
    expect(calls(page)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }));
    await screen.findByRole('heading', { level: 1, name: 'We received your withdrawal' });
    expect(calls(page).map(({ body }) => body)).toEqual([
      { orderNumber: '0123456789abcdef01234567', email: 'ann@example.com', name: '' },
    ]);
    expect(screen.getByText('Mon, 30 Nov 2026 21:50:07 GMT')).toBeTruthy();
    // The page must not tell whether the order exists.
    expect(screen.getByText(/^If this order was bought with this email address/)).toBeTruthy();
  });

  it('can be changed before it is confirmed, and keeps what was entered', async () => {
    const page = await openPage('/withdraw', {});
    await enter(page);
    await page.user.click(screen.getByRole('button', { name: 'Change' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ })).value).toBe(
      'ann@example.com',
    );
    expect(calls(page)).toEqual([]);
  });

  it('has the order number and the address of the link in My Leadping', async () => {
    await openPage('/withdraw#order=0123456789abcdef01234567&email=ann%2Bshop%40example.com', {});
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Order number/ }).value).toBe(
        '0123456789abcdef01234567',
      ),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Email address/ }).value).toBe(
      'ann+shop@example.com',
    );
  });

  it('says that nothing was received if the call fails, and can be sent again', async () => {
    let count = 0;
    const page = await openPage('/withdraw', {
      [SEND]: () => (++count === 1 ? failing(429, 'Too many calls.', 'RATE_LIMITED') : RECEIVED),
    });
    await enter(page);
    await page.user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your withdrawal was not received.');
    await page.user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }));
    await screen.findByRole('heading', { name: 'We received your withdrawal' });
    await waitFor(() => expect(calls(page)).toHaveLength(2));
  });

  it('is linked from the footer of every page', async () => {
    await openPage('/integrations', {
      'GET /api/pricing': ok({ mainProduct: { dollars: 79 }, reseller: { dollars: 497 } }),
    });
    const link = await screen.findByRole('link', { name: 'Withdraw from contract here' });
    expect(link.getAttribute('href')).toBe('/withdraw');
  });
});
