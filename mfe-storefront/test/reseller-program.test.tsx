import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { calculateProfit, salesToPayFee } from '../src/features/reseller-program/profit.ts';
import { offContract, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from './open-page.tsx';

const PATH = '/reseller-program';
const CHECKOUT = 'POST /api/create-reseller-checkout';

const pricing = (main: number, reseller: number): Replies => ({
  'GET /api/pricing': ok({ mainProduct: { dollars: main }, reseller: { dollars: reseller } }),
});

const section = (id: string) => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no section ${id}`);
  return element;
};

const rowsOfCalculator = () =>
  within(section('profit-calculator'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

const hero = () => screen.getByRole('button', { name: 'Become a reseller' });
const banner = () => screen.getByRole('button', { name: /Claim my rights|Processing/ });
const last = () => screen.getByRole('button', { name: /Get master resell rights|Creating Checkout/ });

const noUrl = (body: unknown) =>
  offContract('the page is ready again after a reply without an address', body);

/** A checkout whose reply the test releases. */
function heldCheckout() {
  let answer: (body: unknown) => void = () => undefined;
  const answered = new Promise<unknown>((resolve) => {
    answer = resolve;
  });
  return { replies: { [CHECKOUT]: async () => noUrl(await answered) } satisfies Replies, answer };
}

describe('the profit of a reseller', () => {
  it.each([
    [10, 790, 91],
    [50, 3950, 3251],
    [100, 7900, 7201],
  ])(
    'is specified for %d sales at 79 with a fee of 699 [P9.02] [P9.03]',
    (sales, revenueDollars, profitDollars) => {
      expect(calculateProfit(sales, 79, 699)).toEqual({ sales, revenueDollars, profitDollars });
    },
  );

  it.each([
    [10, 293],
    [50, 3453],
    [100, 7403],
  ])('is specified for %d sales at 79 with a fee of 497 [R-money.6]', (sales, profitDollars) => {
    expect(calculateProfit(sales, 79, 497).profitDollars).toBe(profitDollars);
  });

  it('is exact to the cent for any price, and covers the fee at the stated sale', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), cents, cents, (sales, price, fee) => {
        const { profitDollars } = calculateProfit(sales, price / 100, fee / 100);
        expect(Math.round(profitDollars * 100)).toBe(sales * price - fee);
        const needed = salesToPayFee(price / 100, fee / 100);
        expect(needed * price).toBeGreaterThanOrEqual(fee);
        expect((needed - 1) * price).toBeLessThan(fee);
      }),
    );
  });
});

describe('the page of the reseller program', () => {
  it('shows its parts in the order of the specification [P2.08] [P2.86]', async () => {
    const { container } = await openPage(PATH);
    const headings = [...container.querySelectorAll('header, main > section, footer')].map((part) => {
      const name = part.getAttribute('aria-labelledby');
      return name ? name.replace('-title', '') : part.tagName.toLowerCase();
    });
    expect(headings).toEqual([
      'header',
      'reseller-hero',
      'profit-calculator',
      'integration-options',
      'how-it-works',
      'limited-time',
      'set-your-own-pricing',
      'reseller-support',
      'license-webhook',
      'reseller-final',
      'footer',
    ]);
    for (const part of container.querySelectorAll('main > section')) {
      expect(part.textContent?.length).toBeGreaterThan(80);
    }
  });

  it('starts with a link that skips its header', async () => {
    await openPage(PATH);
    const skip = screen.getAllByRole('link')[0];
    expect(skip?.textContent).toBe('Skip to content');
    expect(document.querySelector(skip?.getAttribute('href') ?? 'none')).toBe(screen.getByRole('main'));
  });

  it('has Reseller Login and Back to Home in its header [P2.83] [P2.84]', async () => {
    await openPage(PATH);
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Reseller Login' }).getAttribute('href')).toBe('/auth');
    expect(header.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  });

  it('shows the live fee of the server in its hero, one-time, lifetime [P2.85] [P7.31] [P9.01]', async () => {
    await openPage(PATH, pricing(79, 649));
    expect(await screen.findByText('$649')).toBeTruthy();
    expect(screen.getByText('one-time, lifetime')).toBeTruthy();
  });

  it('shows 497 while the server sends no price [P3.01]', async () => {
    const { queryClient } = await openPage(PATH, {
      'GET /api/pricing': { status: 500, body: { message: 'down' } },
    });
    const [read] = queryClient.getQueryCache().findAll({ queryKey: ['/api/pricing'] });
    await waitFor(() => expect(read?.state.error).not.toBeNull());
    expect(screen.getByText('$497')).toBeTruthy();
  });

  it('calculates with the live fee and price [R-money.5]', async () => {
    await openPage(PATH, pricing(79, 699));
    await screen.findByText('$699');
    expect(rowsOfCalculator()).toEqual([
      ['10 sales', '$790', '$91'],
      ['50 sales', '$3,950', '$3,251'],
      ['100 sales', '$7,900', '$7,201'],
    ]);
  });

  it('follows changes of the live price and fee [R-money.5]', async () => {
    await openPage(PATH, pricing(61, 333));
    await screen.findByText('$333');
    expect(rowsOfCalculator()).toEqual([
      ['10 sales', '$610', '$277'],
      ['50 sales', '$3,050', '$2,717'],
      ['100 sales', '$6,100', '$5,767'],
    ]);
  });

  it('calculates with any other price and fee [R-money.5] [R-money.6]', async () => {
    const { user } = await openPage(PATH, pricing(79, 497));
    await screen.findByText('$3,453');
    const price = screen.getByRole('spinbutton', { name: /Your price/ });
    await user.clear(price);
    await user.type(price, '40');
    expect(rowsOfCalculator()[0]).toEqual(['10 sales', '$400', '-$97']);
  });

  it('offers three ways to sell with their setup times [P2.87] [P2.92]', async () => {
    await openPage(PATH);
    const options = within(section('integration-options'))
      .getAllByRole('heading', { level: 3 })
      .map((heading) => [heading.textContent, heading.closest('li')?.querySelector('strong')?.textContent]);
    expect(options).toEqual([
      ['Ready-made sales page', '5 min'],
      ['Embed in your site', '15 min'],
      ['Webhook integration', '1-2 hours'],
    ]);
  });

  it('explains the program in three steps [P2.88]', async () => {
    await openPage(PATH);
    expect(within(section('how-it-works')).getAllByRole('listitem')).toHaveLength(3);
  });

  it('suggests prices [P2.91]', async () => {
    await openPage(PATH);
    expect(section('set-your-own-pricing').textContent).toMatch(/Standard\$97 to \$197/);
    expect(section('set-your-own-pricing').textContent).toMatch(/Premium\$199\+/);
  });

  it('states the 30-day guarantee [P1.20] and what resellers get [P1.29]', async () => {
    const { container } = await openPage(PATH);
    const text = container.textContent ?? '';
    expect(text).toMatch(/30-day money-back guarantee/);
    expect(text).not.toMatch(/60-day/);
    for (const claim of [
      /start selling within 24 hours/i,
      /free setup help/i,
      /support team handles (end|your) customers/i,
      /100% of profits kept/i,
      /co-branded sales materials/i,
      /analytics dashboard/i,
    ]) {
      expect(text).toMatch(claim);
    }
  });

  it('has a button that scrolls to the calculator [P2.89]', async () => {
    const { user } = await openPage(PATH);
    const scrolled = jest.spyOn(section('profit-calculator'), 'scrollIntoView');
    await user.click(screen.getByRole('button', { name: 'See what you would earn' }));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });

  it('shows a copyable call that creates a license', async () => {
    const { user } = await openPage(PATH);
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy: Your request' }));
    expect(copied).toHaveBeenCalledWith(
      expect.stringMatching(/"reseller_id": .*"license_type": "standard"/s),
    );
    expect(await screen.findByText('Copied')).toBeTruthy();
  });
});

describe('the checkout of reseller rights', () => {
  // An answer without a url is logged, and most of these tests end with one.
  let logged: jest.SpiedFunction<typeof console.error>;
  beforeEach(() => {
    logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => logged.mockRestore());

  it('starts from several buttons, which are disabled and labelled as busy meanwhile [P2.90] [P4.17] [P4.19] [P4.20]', async () => {
    const { replies, answer } = heldCheckout();
    const { api, user } = await openPage(PATH, replies);
    await user.click(banner());
    expect(banner()).toMatchObject({ disabled: true, textContent: 'Processing' });
    expect(last()).toMatchObject({ disabled: true, textContent: 'Creating Checkout' });
    await waitFor(() =>
      expect(api.calls.some(({ path }) => path.endsWith('create-reseller-checkout'))).toBe(true),
    );
    answer({});
    await waitFor(() =>
      expect(last()).toMatchObject({ disabled: false, textContent: 'Get master resell rights' }),
    );
  });

  it('makes one request for repeated presses [P4.18]', async () => {
    const { replies, answer } = heldCheckout();
    const { api, user } = await openPage(PATH, replies);
    const button = last();
    await user.tripleClick(button);
    button.click();
    await waitFor(() => expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
    answer({});
    await waitFor(() => expect(last()).toMatchObject({ disabled: false }));
    expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('keeps the hero’s button enabled and returns to /success [P4.23] [P7.34]', async () => {
    const { replies, answer } = heldCheckout();
    const { api, user } = await openPage(PATH, replies);
    await user.click(hero());
    expect(hero()).toMatchObject({ disabled: false, textContent: 'Become a reseller' });
    await user.click(hero());
    await waitFor(() => expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      successUrl: `${location.origin}/success`,
    });
    await act(async () => answer({}));
  });

  it.each([
    ['the banner', () => banner()],
    ['the end', () => last()],
  ])('returns to /reseller-success from %s [P7.33]', async (_, pressed) => {
    const { api, user } = await openPage(PATH, { [CHECKOUT]: noUrl({}) });
    await user.click(pressed());
    await waitFor(() => expect(api.calls.some(({ method }) => method === 'POST')).toBe(true));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      successUrl: `${location.origin}/reseller-success`,
    });
    await waitFor(() => expect(last()).toMatchObject({ disabled: false }));
  });

  it('only logs a reply without a url, and is ready again [P4.22] [P8.18]', async () => {
    const { user } = await openPage(PATH, { [CHECKOUT]: noUrl({}) });
    await user.click(last());
    await waitFor(() => expect(last()).toMatchObject({ disabled: false }));
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
