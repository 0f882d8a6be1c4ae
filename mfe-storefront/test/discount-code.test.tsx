import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CONSENT_STATEMENTS, CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { INVALID_CODE } from '@leadping/contracts/commerce/discount-code';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPart } from '@leadping/test-kit/web/open-page';
import { BuyButton } from '../src/features/checkout/buy-button.tsx';

const MAIN = 'POST /api/create-main-checkout';

const refused = (code: string, message: string) => ({ status: 400, body: { message, code, requestId: 'r' } });
const payAt = (hash: string) => ok({ url: `${location.href.split('#')[0]}#${hash}` });

afterEach(() => {
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

const bodies = (api: { calls: { path: string; body?: unknown }[] }) =>
  api.calls
    .filter(({ path }) => path === '/api/create-main-checkout')
    .map(({ body }) => body as { code?: string; deliveryConsent?: string });

describe('the discount code of the page’s address', () => {
  it('is sent, and if it is not valid the visitor reads so and may buy at the full price', async () => {
    const view = await openPart(<BuyButton>Buy</BuyButton>, {
      [MAIN]: refused('DISCOUNT_CODE_INVALID', INVALID_CODE),
    });
    history.replaceState(null, '', '/?code=SPRING20');
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(INVALID_CODE)).toBeTruthy();
    expect(bodies(view.api)).toMatchObject([{ code: 'SPRING20' }]);
    await view.user.click(dialog.getByRole('button', { name: 'Buy at the full price' }));
    await waitFor(() => expect(bodies(view.api)).toHaveLength(2));
    expect(bodies(view.api)[1]).not.toHaveProperty('code');
  });

  it('is kept for the tab after the address lost it', async () => {
    sessionStorage.setItem('discount-code:license:', 'KEPT-10');
    const view = await openPart(<BuyButton>Buy</BuyButton>, { [MAIN]: payAt('kept') });
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(bodies(view.api)).toMatchObject([{ code: 'KEPT-10' }]));
  });
});

describe('the consent to immediate delivery', () => {
  it('is asked in two statements, of which none is ticked, and sent with its text', async () => {
    const view = await openPart(<BuyButton>Buy</BuyButton>, {
      [MAIN]: refused('CONSENT_REQUIRED', 'Tick both'),
    });
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const go = dialog.getByRole<HTMLButtonElement>('button', { name: 'Continue to payment' });
    for (const statement of CONSENT_STATEMENTS) {
      expect(go.disabled).toBe(true);
      const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: statement });
      expect(box.checked).toBe(false);
      await view.user.click(box);
    }
    await view.user.click(go);
    await waitFor(() => expect(bodies(view.api)).toHaveLength(2));
    expect(bodies(view.api)).toEqual([
      expect.not.objectContaining({ deliveryConsent: expect.anything() }),
      expect.objectContaining({ deliveryConsent: CONSENT_TEXT }),
    ]);
  });
});
