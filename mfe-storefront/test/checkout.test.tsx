import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { failing, offContract, ok } from '@leadping/test-kit/web/api-stub';
import { openPart, openPage } from '@leadping/test-kit/web/open-page';
import { Price } from '@leadping/web-kit/site/price.tsx';
import { getCheckoutReturn } from '@leadping/contracts/commerce/checkout-routes';
import { startProductCheckout } from '../src/features/checkout/start-checkout.ts';
import { BuyButton } from '../src/features/checkout/buy-button.tsx';
import { ResellerCheckoutButton } from '../src/features/checkout/reseller-checkout-button.tsx';
import { ACME } from './tenants.ts';
import remote from '../src/remote.tsx';

const MAIN = '/api/create-main-checkout';
const PRODUCT = '/api/create-reseller-product-checkout';
const RIGHTS = '/api/create-reseller-checkout';
const UNAVAILABLE =
  'Payment processing is temporarily unavailable. Please visit our support page for assistance.';
const OTHER = 'Unable to process checkout. Please try again or visit our support page.';

const refused = (message: string, status = 502) => ({
  status,
  body: { message, code: 'PAYMENT_PROVIDER_FAILED', requestId: 'r' },
});

/** An address that jsdom can go to: a part of the page that is open. */
const payAt = (hash: string) => ok({ url: `${location.href.split('#')[0]}#${hash}` });

const noUrl = (body: object) => offContract('the page has words for a reply without an address', body);

async function buy(answer: ReturnType<typeof refused> | ReturnType<typeof ok>) {
  const view = await openPart(<BuyButton>Buy</BuyButton>, { [`POST ${MAIN}`]: answer });
  await view.user.click(screen.getByRole('button', { name: 'Buy' }));
  return view;
}

/** The back button shows a page as it was left. */
const comeBack = () => fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));

afterEach(() => {
  comeBack();
  jest.useRealTimers();
});

const callsTo = (api: { calls: { path: string }[] }, path: string) =>
  api.calls.filter((call) => call.path === path);

describe('buying the product', () => {
  it('requests a checkout and goes straight to its address [P4.08] [P4.15]', async () => {
    const { api } = await buy(payAt('pay-1'));
    await waitFor(() => expect(location.hash).toBe('#pay-1'));
    expect(callsTo(api, MAIN)).toHaveLength(1);
  });

  it('opens one payment page while the browser connects, and is enabled again after back navigation', async () => {
    const { api, user, trackEvent } = await buy(payAt('pay-once'));
    await waitFor(() => expect(location.hash).toBe('#pay-once'));
    const busy = await screen.findByRole('button', { name: 'Buy Opening checkout' });
    await user.click(busy);
    expect(callsTo(api, MAIN)).toHaveLength(1);
    expect(trackEvent).toHaveBeenCalledTimes(1);
    comeBack();
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(callsTo(api, MAIN)).toHaveLength(2));
  });

  it('can be pressed again ten seconds after a press whose navigation the visitor stopped', async () => {
    await openPart(<BuyButton>Buy</BuyButton>, { [`POST ${MAIN}`]: payAt('pay-stopped') });
    // Only the timers that the page sets from here on; the reply comes over real HTTP.
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
    const leave = async () => {
      location.hash = '';
      fireEvent.click(screen.getByRole('button', { name: 'Buy' }));
      await waitFor(() => expect(location.hash).toBe('#pay-stopped'));
    };
    const isBusy = () => screen.queryByRole('button', { name: 'Buy Opening checkout' }) !== null;
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await leave();
    await pass(6000);
    comeBack();
    await leave();
    // The ten seconds of the first press end in these.
    await pass(6000);
    expect(isBusy()).toBe(true);
    await pass(4000);
    expect(isBusy()).toBe(false);
  });

  it('returns to /success, and to the current page when canceled [P7.32] [P7.37]', async () => {
    const { api } = await buy(refused('no'));
    await screen.findByRole('alert');
    expect(callsTo(api, MAIN)[0]).toMatchObject({
      body: { successUrl: `${location.origin}/success`, cancelUrl: location.href },
    });
  });

  it('buys from the reseller of the page by slug, and returns to their page [P7.25] [P7.36]', async () => {
    const view = await openPart(<BuyButton>Buy</BuyButton>, {
      'GET /api/tenant': ok(ACME),
      [`POST ${PRODUCT}`]: refused('no'),
    });
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    await screen.findByRole('alert');
    expect(callsTo(view.api, MAIN)).toHaveLength(0);
    expect(callsTo(view.api, PRODUCT)[0]).toMatchObject({
      body: {
        resellerId: ACME.slug,
        successUrl: `${location.origin}/success`,
        cancelUrl: `${location.origin}/r/${ACME.slug}`,
      },
    });
  });

  it('never buys from the platform while the tenant is unknown', async () => {
    const view = await openPart(<BuyButton>Buy</BuyButton>, {
      'GET /api/tenant': { status: 500, body: { message: 'away' } },
    });
    await view.user.click(screen.getByRole('button', { name: 'Buy' }));
    await screen.findByText(OTHER);
    expect(callsTo(view.api, MAIN)).toHaveLength(0);
  });

  it('sends the same key on a repeated press, so that the server creates one session', async () => {
    const { api, user } = await buy(noUrl({}));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(callsTo(api, MAIN)).toHaveLength(2));
    const [first, second] = api.calls
      .filter(({ path }) => path === MAIN)
      .map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });
});

describe('the analytics value of a press', () => {
  it('is the live price of the platform or of the reseller [P7.39] [R-money.7]', async () => {
    for (const tenant of [undefined, ACME]) {
      const { trackEvent, user, unmount } = await openPart(
        <BuyButton>
          Buy for <Price />
        </BuyButton>,
        {
          'GET /api/pricing': ok({ mainProduct: { dollars: 61.5 }, reseller: { dollars: 497 } }),
          ...(tenant && { 'GET /api/tenant': ok(tenant) }),
        },
      );
      const price = tenant ? 'CHF129 CHF' : '$61.50';
      await user.click(await screen.findByRole('button', { name: `Buy for ${price}` }));
      expect(trackEvent.mock.calls[0]?.[0]).toEqual({
        name: 'begin_checkout',
        category: 'ecommerce',
        label: 'hero_button',
        value: tenant ? 129 : 61.5,
        currency: tenant ? 'CHF' : 'USD',
      });
      unmount();
    }
  });

  it('is 89 and 497 while no live price is known [P7.39] [P7.40] [R-money.8]', async () => {
    const { trackEvent, user } = await openPart(
      <>
        <BuyButton>Buy</BuyButton>
        <ResellerCheckoutButton guarded={false}>Resell</ResellerCheckoutButton>
      </>,
      { 'GET /api/pricing': { status: 503, body: { message: 'away' } } },
    );
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await user.click(screen.getByRole('button', { name: 'Resell' }));
    await waitFor(() => expect(trackEvent).toHaveBeenCalledTimes(2));
    const begun = { name: 'begin_checkout', category: 'ecommerce', label: 'hero_button', currency: 'USD' };
    expect(trackEvent.mock.calls.map(([event]) => event)).toEqual([
      { ...begun, value: 89 },
      { ...begun, value: 497 },
    ]);
  });
});

describe('a failed checkout', () => {
  it('shows an alert that can be dismissed [P8.11]', async () => {
    const { user } = await buy(refused('Something broke'));
    expect((await screen.findByRole('alert')).textContent).toBe(OTHER);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['Stripe is not configured', 'The payment provider did not answer', 'Payment processing failed'])(
    'reports that payment is unavailable if the error reads "%s" [P8.12]',
    async (message) => {
      await buy(refused(message));
      expect((await screen.findByRole('alert')).textContent).toBe(UNAVAILABLE);
    },
  );

  it.each([
    ['This reseller is not selling at the moment.', 'This reseller is not selling at the moment.'],
    ['', 'Checkout failed'],
  ])('shows the server’s message, else "Checkout failed": %j [P8.17]', async (message, thrown) => {
    await openPart(null, { [`POST ${MAIN}`]: failing(409, message, 'IDEMPOTENCY_MISMATCH') });
    await expect(startProductCheckout(undefined)).rejects.toThrow(new Error(thrown));
  });

  it('shows a general message for any other error [P8.14]', async () => {
    await buy({ status: 409, body: { message: 'This reseller is not selling at the moment.' } });
    expect((await screen.findByRole('alert')).textContent).toBe(OTHER);
  });

  it('treats a mention of the support mailbox as payment trouble on the reseller page only [P8.13]', async () => {
    const mailbox = refused('Please write to support@leadping.example');
    const view = await openPart(<ResellerCheckoutButton>Resell</ResellerCheckoutButton>, {
      [`POST ${RIGHTS}`]: mailbox,
    });
    await view.user.click(screen.getByRole('button', { name: 'Resell' }));
    expect((await screen.findByRole('alert')).textContent).toBe(UNAVAILABLE);
    view.unmount();
    await buy(mailbox);
    expect((await screen.findByRole('alert')).textContent).toBe(OTHER);
  });

  it('shows "No checkout URL received" for a reply with neither url nor message [P8.15] [R-late.5]', async () => {
    await buy(noUrl({}));
    expect((await screen.findByRole('alert')).textContent).toBe('No checkout URL received');
  });

  it('shows the message of a reply without url [P8.16] [R-late.5]', async () => {
    await buy(noUrl({ message: 'sold out' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Checkout failed: sold out');
  });

  it('shows "Unknown error" if the message is empty', async () => {
    await buy(noUrl({ message: '' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Checkout failed: Unknown error');
  });
});

describe('buying reseller rights', () => {
  it('goes to the address of the reply [P4.21]', async () => {
    const { user } = await openPart(<ResellerCheckoutButton>Resell</ResellerCheckoutButton>, {
      [`POST ${RIGHTS}`]: payAt('rights'),
    });
    await user.click(screen.getByRole('button', { name: 'Resell' }));
    await waitFor(() => expect(location.hash).toBe('#rights'));
  });
});

const RETURN_PATH = '/checkout-return?id=abc';
const reply = (parentUrl: string, offerPath = '/') => ({
  'GET /api/checkout-return': ok(getCheckoutReturn.replies[200].parse({ parentUrl, offerPath })),
});
const title = () => screen.findByRole('heading', { level: 1, name: /^(Continue|This|We)/ });

describe('the page between a canceled payment and the embedding page', () => {
  it.each([
    ['https://blog.example/post?a=1', 'blog.example'],
    ['https://leadping.example.evil.example/', 'leadping.example.evil.example'],
    ['https://evil.example:8443/leadping.example', 'evil.example:8443'],
    // A Cyrillic look-alike shows as what it is.
    ['https://\u0430pple.example/', 'xn--pple-43d.example'],
  ])(
    'names the host of %s before the visitor goes there [R-checkout.32] [R-november.11]',
    async (parentUrl, host) => {
      const { api } = await openPage(remote, RETURN_PATH, reply(parentUrl, '/r/acme'));
      expect((await title()).textContent).toBe(`Continue to ${host}?`);
      const link = screen.getByRole<HTMLAnchorElement>('link', { name: `Continue to ${host}` });
      expect(link.href).toBe(new URL(parentUrl).href);
      expect(link.rel).toContain('noreferrer');
      expect(screen.getByRole('link', { name: 'Stay at Leadping' }).getAttribute('href')).toBe('/r/acme');
      expect(location.pathname).toBe('/checkout-return');
      expect(api.calls.find(({ path }) => path === '/api/checkout-return')?.query).toEqual({ id: 'abc' });
    },
  );

  it('recovers automatically once the connection is back', async () => {
    const replies = [failing(503, 'away')];
    const known = reply('https://blog.example/')['GET /api/checkout-return'];
    await openPage(remote, RETURN_PATH, { 'GET /api/checkout-return': () => replies.shift() ?? known });
    expect((await title()).textContent).toBe('We can’t find the way back');
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByRole('heading', { level: 1, name: 'Continue to blog.example?' });
  });

  it('links only to our site if the checkout is unknown', async () => {
    await openPage(remote, RETURN_PATH);
    expect((await title()).textContent).toBe('This link has expired');
    expect(screen.queryByRole('link', { name: /Continue/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Stay at Leadping' }).getAttribute('href')).toBe('/');
  });
});
