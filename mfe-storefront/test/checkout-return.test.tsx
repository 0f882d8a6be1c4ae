import { describe, expect, it } from '@jest/globals';
import { getCheckoutReturn } from '@leadping/contracts/commerce/checkout-routes';
import { act, screen } from '@testing-library/react';
import { failing, ok } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';

const PATH = '/checkout-return?id=abc';
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
      const { api } = await openPage(remote, PATH, reply(parentUrl, '/r/acme'));
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
    await openPage(remote, PATH, { 'GET /api/checkout-return': () => replies.shift() ?? known });
    expect((await title()).textContent).toBe('We can’t find the way back');
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByRole('heading', { level: 1, name: 'Continue to blog.example?' });
  });

  it('links only to our site if the checkout is unknown', async () => {
    await openPage(remote, PATH);
    expect((await title()).textContent).toBe('This link has expired');
    expect(screen.queryByRole('link', { name: /Continue/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Stay at Leadping' }).getAttribute('href')).toBe('/');
  });
});
