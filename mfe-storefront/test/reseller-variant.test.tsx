import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPage } from './open-page.tsx';
import { ACME } from './tenants.ts';

const underAcme = { 'GET /api/tenant': ok(ACME) };
const banner = () => screen.findByRole('complementary', { name: 'Offer' });

describe('the landing page of a reseller', () => {
  it('is the same screen with a banner that names the reseller [P2.02] [P2.43] [P2.44]', async () => {
    const { container } = await openPage('/r/acme-1', underAcme);
    const shown = await banner();
    expect(shown.textContent).toMatch(/^Exclusive Offer brought to you by:/);
    expect(within(shown).getByText('Acme Growth Partners')).toBeTruthy();
    expect(shown.querySelector('img')?.getAttribute('src')).toBe('/api/logos/acme.png');
    expect(container.querySelectorAll('main > section')).toHaveLength(13);
  });

  it.each(['/r/acme-old', '/r/acme-old/integrations'])(
    'moves %s to the current slug [R-checkout.48]',
    async (path) => {
      await openPage(`${path}?a=1#top`, underAcme);
      await waitFor(() => expect(location.pathname).toBe(path.replace('acme-old', 'acme-1')));
      expect(location.search + location.hash).toBe('?a=1#top');
    },
  );

  it('has no picture where the reseller has no logo', async () => {
    await openPage('/r/acme-1', { 'GET /api/tenant': ok({ ...ACME, logoUrl: null }) });
    expect((await banner()).querySelector('img')).toBeNull();
  });

  it('hides a logo that fails to load [P2.45]', async () => {
    await openPage('/r/acme-1', underAcme);
    const logo = (await banner()).querySelector('img');
    if (!logo) throw new Error('The banner has no logo');
    fireEvent.error(logo);
    expect((await banner()).querySelector('img')).toBeNull();
    expect((await banner()).textContent).toMatch(/Acme Growth Partners/);
  });

  it('shows the reseller’s price in the reseller’s currency, and nothing counted in dollars [P2.81]', async () => {
    await openPage('/r/acme-1', underAcme);
    await banner();
    const pricing = document.getElementById('pricing');
    expect(pricing?.textContent).toMatch(/CHF129 CHF/);
    expect(pricing?.textContent).not.toMatch(/\$79|\$348/);
  });

  it('keeps the visitor with the reseller in the integration hub', async () => {
    await openPage('/r/acme-1', underAcme);
    await banner();
    expect(screen.getByRole('link', { name: 'View All Integrations' }).getAttribute('href')).toBe(
      '/r/acme-1/integrations',
    );
  });

  it('shows no banner on the product’s own page', async () => {
    const { api } = await openPage('/');
    await screen.findAllByText('$79');
    expect(api.calls.some(({ path }) => path === '/api/tenant')).toBe(true);
    expect(screen.queryByText(/Exclusive Offer/)).toBeNull();
  });
});
