import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { offContract } from '@leadping/test-kit/web/api-stub';
import { openPart } from '@leadping/test-kit/web/open-page';
import { Link } from '@leadping/web-kit/router';
import { BuyButton } from '../src/features/checkout/buy-button.tsx';
import { type Browser, goToPayment } from '../src/features/checkout/go-to-payment.ts';
import { askParentToRedirect, findParentUrl, joinParent } from '../src/features/checkout/parent-page.ts';
import { SiteHeader } from '../src/features/page/site-header.tsx';
import { embedPage } from './frame.ts';

const SHOP = 'https://shop.example';
const PAGE = `${SHOP}/tools/leads`;
const PAY = 'https://pay.example/cs_1';

// Younger than the oldest browsers that the pages are built for, as Safari 16.4.
Object.assign(URL, { canParse: undefined });

let frame: ReturnType<typeof embedPage>;
let leave = () => {};
beforeEach(() => {
  frame = embedPage(SHOP);
  leave = joinParent();
});
afterEach(() => {
  leave();
  frame.restore();
});

const introduce = (parentUrl: string, from?: { source?: Window; origin?: string }) =>
  frame.say({ type: 'LEADPING_PARENT_URL_UPDATE', parentUrl }, from);

/** A browser that refuses everything but what a test allows, and tells what was tried. */
function strictBrowser(allows: 'tab' | 'top' | 'parent' | 'nothing') {
  const tried: string[] = [];
  const target = (name: string) => ({
    location: {
      set href(_: string) {
        tried.push(name);
        if (allows !== name) throw new DOMException('refused', 'SecurityError');
      },
    },
  });
  const browser: Browser = {
    open: () => {
      tried.push('tab');
      return allows === 'tab' ? { opener: window } : null;
    },
    location: { href: '' },
    top: target('top'),
    parent: target('parent'),
  };
  return { browser, tried };
}

// The order matters: what the page knows of its parent lasts for the session.
describe('an embedded page whose parent is unknown', () => {
  it.each([
    ['another window than the parent', PAGE, { source: window }],
    ['an address that is not https', 'http://shop.example/', { origin: 'http://shop.example' }],
    ['an address of another origin', 'https://evil.example/', { origin: SHOP }],
    ['a script for an address', 'javascript:alert(1)', {}],
    ['no address at all', 'shop', {}],
    ['an address that only begins like the origin', `${SHOP}.evil.example/`, {}],
  ])('accepts nothing from %s [R-checkout.41] [R-checkout.42]', (_, parentUrl, from) => {
    introduce(parentUrl, from);
    expect(findParentUrl()).toBeNull();
  });

  it('accepts no other kind of message', () => {
    for (const data of [null, 'text', { type: 'OTHER', parentUrl: PAGE }, { parentUrl: PAGE }])
      frame.say(data);
    expect(findParentUrl()).toBeNull();
  });

  it('sends only its readiness to any parent', () => {
    expect(frame.collected).toEqual([{ message: { type: 'LEADPING_FRAME_READY' }, target: '*' }]);
  });
});

describe('a link inside the frame', () => {
  it.each([
    ['Resellers', '/reseller-program'],
    ['Support', '/support'],
    ['Admin Login', '/auth'],
  ])(
    '%s opens outside the frame, because that page must not be framed and sells nothing inside',
    async (name, path) => {
      const open = jest.spyOn(window, 'open').mockReturnValue(null);
      const { user } = await openPart(<SiteHeader />);
      await user.click(screen.getByRole('link', { name }));
      expect(open.mock.calls).toEqual([[`${location.origin}${path}`, '_blank', 'noopener']]);
      expect(location.pathname).toBe('/');
      open.mockRestore();
    },
  );

  it('stays in the frame if its page may be framed, and always without a frame', async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await openPart(
      <>
        <Link to="/r/acme">Offer</Link>
        <SiteHeader />
      </>,
    );
    await user.click(screen.getByRole('link', { name: 'Offer' }));
    expect(location.pathname).toBe('/r/acme');
    leave();
    await user.click(screen.getByRole('link', { name: 'Support' }));
    expect(location.pathname).toBe('/r/acme/support');
    expect(open).not.toHaveBeenCalled();
    open.mockRestore();
  });
});

describe('leaving the frame', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('asks the parent first, and redirects itself a second later [P4.09] [P4.10]', async () => {
    const { browser, tried } = strictBrowser('tab');
    const leaving = goToPayment(PAY, browser);
    expect(frame.collected.at(-1)?.message).toEqual({ type: 'LEADPING_STRIPE_REDIRECT', url: PAY });
    await jest.advanceTimersByTimeAsync(999);
    expect(tried).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(tried).toEqual(['tab']);
    expect(await leaving).toBe(true);
  });

  it.each([
    ['a new tab [P4.11]', 'tab', ['tab'], true],
    ['the top window [P4.12]', 'top', ['tab', 'top'], true],
    ['the parent [P4.13]', 'parent', ['tab', 'top', 'parent'], true],
    ['none of them: the visitor has to decide', 'nothing', ['tab', 'top', 'parent'], false],
  ] as const)('tries each way until one works: %s', async (_, allows, order, left) => {
    const { browser, tried } = strictBrowser(allows);
    const leaving = goToPayment(PAY, browser);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await leaving).toBe(left);
    expect(tried).toEqual(order);
  });
});

describe('a page that the browser does not let leave the frame', () => {
  it('offers the link in a dialog [P4.14]', async () => {
    // An address that no window can be sent to: every attempt fails, as it does in a strict sandbox.
    const nowhere = 'https://';
    jest.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await openPart(<BuyButton>Buy</BuyButton>, {
      'POST /api/create-main-checkout': offContract('an address that no window can go to', { url: nowhere }),
    });
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    const link = await screen.findByRole('link', { name: 'Continue to payment' });
    expect(screen.getByRole('alertdialog').contains(link)).toBe(true);
    expect(link.getAttribute('href')).toBe(nowhere);
  });
});

describe('an embedded page whose parent is known', () => {
  beforeEach(() => introduce(PAGE));

  it("keeps the parent's address for the session [P4.16]", () => {
    expect(findParentUrl()).toBe(PAGE);
    expect(sessionStorage.getItem('parent-url')).toBe(PAGE);
  });

  it("sends messages only to the parent's exact origin [R-checkout.43]", () => {
    frame.collected.length = 0;
    introduce(`${SHOP}/tools/other`);
    askParentToRedirect(PAY);
    leave();
    leave = joinParent();
    expect(
      frame.collected.map(({ message, target }) => [(message as { type: string }).type, target]),
    ).toEqual([
      ['LEADPING_FRAME_HEIGHT', SHOP],
      ['LEADPING_STRIPE_REDIRECT', SHOP],
      ['LEADPING_FRAME_READY', SHOP],
    ]);
  });

  it('returns to the parent page when the checkout is canceled [P7.35]', async () => {
    const { api, user } = await openPart(<BuyButton>Buy</BuyButton>, {
      'POST /api/create-main-checkout': { status: 502, body: { message: 'no' } },
    });
    await user.click(screen.getByRole('button', { name: 'Buy' }));
    await waitFor(() => expect(api.calls.some(({ method }) => method === 'POST')).toBe(true));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ cancelUrl: PAGE });
  });
});

describe('the hosted script [R-checkout.44]', () => {
  const script = readFileSync(new URL('../public/embed.js', import.meta.url), 'utf8').replaceAll(
    '%MESSAGE_PREFIX%',
    'LEADPING_',
  );
  const OURS = 'https://leadping.example';

  /** Runs the script as a page would that embeds our sales page at `src`. */
  function embed(src: string) {
    const element = document.body.appendChild(document.createElement('iframe'));
    element.src = src;
    const messages: unknown[] = [];
    Object.defineProperty(element.contentWindow, 'postMessage', {
      value: (...args: unknown[]) => messages.push(args),
    });
    Object.defineProperty(document, 'currentScript', {
      configurable: true,
      value: { src: `${OURS}/embed.js` },
    });
    const tag = document.createElement('script');
    tag.textContent = script;
    document.head.append(tag);
    return { element, messages };
  }

  it('resizes our frame to its content, and no other frames', () => {
    const { element } = embed(`${OURS}/r/acme`);
    const height = (source: Window | null, origin: string) =>
      dispatchEvent(
        new MessageEvent('message', {
          data: { type: 'LEADPING_FRAME_HEIGHT', height: 812.4 },
          source,
          origin,
        }),
      );
    height(element.contentWindow, 'https://evil.example');
    height(window, OURS);
    expect(element.style.height).toBe('');
    height(element.contentWindow, OURS);
    expect(element.style.height).toBe('813px');
  });

  it("sends the page's address only to our frames at our origin", () => {
    expect(embed(`${OURS}/r/acme`).messages).toEqual([
      [{ type: 'LEADPING_PARENT_URL_UPDATE', parentUrl: location.href }, OURS],
    ]);
    expect(embed('https://other.example/r/acme').messages).toEqual([]);
  });
});
