import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { accentTones } from '@leadping/contracts/commerce/accent-color';
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
    expect(container.querySelectorAll('main > section, main > div > section')).toHaveLength(13);
  });

  it.each(['/r/acme-old', '/r/acme-old/integrations'])(
    'redirects %s to the current slug [R-checkout.48]',
    async (path) => {
      await openPage(`${path}?a=1#top`, underAcme);
      await waitFor(() => expect(location.pathname).toBe(path.replace('acme-old', 'acme-1')));
      expect(location.search + location.hash).toBe('?a=1#top');
    },
  );

  it('requests its seller by the path of the page [P4.06]', async () => {
    const { api } = await openPage('/r/acme-1/integrations', underAcme);
    await banner();
    const lookups = api.calls.filter(({ path }) => path === '/api/tenant');
    expect(lookups.map(({ headers }) => headers['x-current-path'])).toEqual(['/r/acme-1/integrations']);
  });

  it('has no picture if the reseller has no logo', async () => {
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

  it('shows the reseller’s price in the reseller’s currency, and no amounts in dollars [P2.81]', async () => {
    await openPage('/r/acme-1', underAcme);
    await banner();
    const pricing = document.getElementById('pricing');
    expect(pricing?.textContent).toMatch(/CHF129 CHF/);
    expect(pricing?.textContent).not.toMatch(/\$79|\$348/);
  });

  it("keeps the visitor on the reseller's site in the integration hub", async () => {
    await openPage('/r/acme-1', underAcme);
    await banner();
    expect(screen.getByRole('link', { name: 'View All Integrations' }).getAttribute('href')).toBe(
      '/r/acme-1/integrations',
    );
  });

  it("shows the reseller's name and logo instead of ours, their contacts, and their questions before ours", async () => {
    const salesPage = {
      accentColor: '#0a7d55',
      questions: [
        { question: 'Do you <b>install</b> it?', answer: 'Yes.\nOn a call.' },
        { question: 'Do you invoice?', answer: 'Always.' },
      ],
      contactEmail: 'help@acme.example',
      contactUrl: 'https://acme.example/help',
    };
    const tones = accentTones('#0a7d55');
    const { user } = await openPage('/r/acme-1', { 'GET /api/tenant': ok({ ...ACME, salesPage, tones }) });
    await banner();
    const header = within(screen.getAllByRole('banner')[0]!);
    expect(header.getByText('Acme Growth Partners')).toBeTruthy();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('Powered by Leadping')).toBeTruthy();
    expect(footer.getAllByText(/Leadping/)).toHaveLength(1);
    for (const part of [footer, within(document.getElementById('faq')!)]) {
      expect(part.getByRole('link', { name: 'help@acme.example' }).getAttribute('href')).toBe(
        'mailto:help@acme.example',
      );
      expect(part.getByRole('link', { name: 'acme.example/help' }).getAttribute('href')).toBe(
        'https://acme.example/help',
      );
    }
    const questions = [...document.querySelectorAll('#faq h3 button')].map(({ textContent }) => textContent);
    expect(questions.slice(0, 2)).toEqual(['Do you <b>install</b> it?', 'Do you invoice?']);
    await user.click(screen.getByRole('button', { name: 'Do you <b>install</b> it?' }));
    expect(screen.getByText(/On a call/).closest('[hidden]')).toBeNull();
    const { dataset, style } = document.documentElement;
    expect(dataset.look).toBe('own');
    expect(style.getPropertyValue('--lp-dark-signal')).toBe(tones.dark.signal);
    await waitFor(() => expect(document.title).toMatch(/^Acme Growth Partners: /));
  });

  it.each(['/', '/r/nobody'])(
    'shows no banner at %s if the lookup finds no reseller [P4.07]',
    async (path) => {
      const { api } = await openPage(path);
      await screen.findAllByText('$79');
      expect(api.calls.some(({ path }) => path === '/api/tenant')).toBe(true);
      expect(screen.queryByText(/Exclusive Offer/)).toBeNull();
    },
  );
});
