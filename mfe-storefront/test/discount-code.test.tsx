import { afterEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CONSENT_STATEMENTS, CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { INVALID_CODE } from '@leadping/contracts/commerce/discount-code';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPart } from '@leadping/test-kit/web/open-page';
import { BuyButton } from '../src/features/checkout/buy-button.tsx';
import { BuyForm } from '../src/features/checkout/buy-form.tsx';
import { CodeNotice } from '../src/features/checkout/code-notice.tsx';
import { joinParent } from '../src/features/checkout/parent-page.ts';
import { embedPage } from './frame.ts';

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
    expect(location.search).toBe('');
  });

  it('is kept for the tab after the address lost it', async () => {
    sessionStorage.setItem('discount-code:license:', 'KEPT-10');
    const view = await openPart(<BuyButton>Buy</BuyButton>, { [MAIN]: payAt('kept') });
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(bodies(view.api)).toMatchObject([{ code: 'KEPT-10' }]));
  });
});

describe('the notice beside the buy button', () => {
  const PAGE = (
    <>
      <BuyForm />
      <CodeNotice sale="license:" />
      <BuyButton>Buy</BuyButton>
    </>
  );
  const field = () => document.querySelector<HTMLInputElement>('form input[name="code"]');

  it('names the code before the press, and the form without scripts sends it too', async () => {
    await openPart(PAGE);
    history.replaceState(null, '', '/?code=spring20');
    fireEvent(window, new PopStateEvent('popstate'));
    expect(await screen.findByText('SPRING20')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain(
      'If the discount code SPRING20 is valid, the payment page shows the lower price.',
    );
    expect(field()?.value).toBe('spring20');
  });

  it('removes the code from the tab, the address and the form', async () => {
    sessionStorage.setItem('discount-code:license:', 'KEPT-10');
    const view = await openPart(PAGE, { [MAIN]: payAt('removed') });
    history.replaceState(null, '', '/?code=SPRING20&ref=x#pricing');
    fireEvent(window, new PopStateEvent('popstate'));
    await screen.findByText('SPRING20');
    await view.user.click(screen.getByRole('button', { name: 'Remove the code' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect([location.search, location.hash]).toEqual(['?ref=x', '#pricing']);
    expect(sessionStorage.getItem('discount-code:license:')).toBeNull();
    expect(field()).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(bodies(view.api)).toHaveLength(1));
    expect(bodies(view.api)[0]).not.toHaveProperty('code');
  });

  it('does not repeat a text that no code can be, but says that it is not valid', async () => {
    sessionStorage.setItem('discount-code:license:', 'Call 555-0100 now!');
    await openPart(PAGE);
    expect(screen.getByRole('status').textContent).toContain('The discount code of this link is not valid.');
    expect(document.body.textContent).not.toContain('555');
  });

  it('is absent without a code, and with the code of another seller', async () => {
    sessionStorage.setItem('discount-code:license:acme', 'ACME-10');
    await openPart(PAGE);
    expect(screen.queryByRole('status')).toBeNull();
    expect(field()).toBeNull();
  });
});

describe('the discount code of the embedding page’s address', () => {
  it('is named, sent and removed like one of the page’s own', async () => {
    const frame = embedPage('https://shop.example');
    const leave = joinParent();
    const view = await openPart(
      <>
        <CodeNotice sale="license:" />
        <BuyButton>Buy</BuyButton>
      </>,
      { [MAIN]: refused('DISCOUNT_CODE_INVALID', INVALID_CODE) },
    );
    await act(async () =>
      frame.say({ type: 'LEADPING_PARENT_URL_UPDATE', parentUrl: 'https://shop.example/deal?code=PARENT-5' }),
    );
    expect(screen.getByText('PARENT-5')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(bodies(view.api)).toMatchObject([{ code: 'PARENT-5' }]));
    await view.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await view.user.click(screen.getByRole('button', { name: 'Remove the code' }));
    expect(screen.queryByText('PARENT-5')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(bodies(view.api)).toHaveLength(2));
    expect(bodies(view.api)[1]).not.toHaveProperty('code');
    leave();
    frame.restore();
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
