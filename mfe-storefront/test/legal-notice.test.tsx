import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CLAIMS } from '@leadping/contracts/commerce/claims';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { screen, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPage } from './open-page.tsx';
import { ACME } from './tenants.ts';

const SELLER = {
  ...EMPTY_SELLER_DETAILS,
  legalName: '<b>Leadping</b> GmbH',
  address: 'Hauptstraße 1\n10115 Berlin',
  country: 'Germany',
  email: 'office@leadping.example',
  phone: '+49 30 123456',
};
const site = (seller = SELLER, claims: Omit<typeof DEFAULT_CLAIMS, 'confirmed'> = DEFAULT_CLAIMS) => ({
  'GET /api/site': ok({ seller, claims }),
});
const section = async () => {
  await screen.findByText('Legal name');
  return document.getElementById('seller')!;
};

describe('the legal notice', () => {
  it('names the seller with links to the contacts, and shows markup as text', async () => {
    await openPage('/legal-notice', site());
    const seller = await section();
    expect(seller.textContent).toContain('<b>Leadping</b> GmbH');
    expect(seller.querySelector('dd b')).toBeNull();
    expect(
      within(seller)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['mailto:office@leadping.example', 'tel:+4930123456']);
    expect(seller.textContent).not.toContain('Not provided');
  });

  it('says plainly what is not provided yet', async () => {
    await openPage('/legal-notice', site({ ...SELLER, address: '', phone: '' }));
    expect(await screen.findByText('Not provided yet: address, contact phone.')).toBeTruthy();
  });

  it.each(['/legal-notice', '/terms-of-service'])(
    'names one party of the contract if Link sells the orders: %s',
    async (path) => {
      const page = (taxMode: 'managed' | 'none') => ({
        'GET /api/site': ok({ seller: SELLER, claims: DEFAULT_CLAIMS, taxMode }),
      });
      const direct = await openPage(path, page('none'));
      expect((await section()).textContent).toContain('The contract about a license is between you and');
      direct.unmount();
      await openPage(path, page('managed'));
      const { textContent } = await section();
      expect(textContent).toContain('Orders are sold through Link');
      expect(textContent).not.toContain('The contract about a license is between you and');
    },
  );

  it('does not promise a refund in the terms of a reseller without a guarantee', async () => {
    const promises = { guaranteeDays: 0, supportReplyHours: 48 } as const;
    await openPage('/r/acme-1/terms-of-service', { ...site(), 'GET /api/tenant': ok({ ...ACME, promises }) });
    expect(await screen.findByText(/gives no money-back guarantee/)).toBeTruthy();
    const text = document.getElementById('payment-and-refunds')?.textContent;
    expect(text).toContain(
      'If you are refunded, the seller of this page does it, and the license is revoked.',
    );
    expect(text).not.toContain('The seller of this page refunds you');
  });

  it.each(['/terms-of-service', '/privacy'])('names the seller in %s too', async (path) => {
    await openPage(path, site());
    expect((await section()).textContent).toContain('10115 Berlin');
  });

  it('names the reseller on the reseller’s pages, with their promises and not ours', async () => {
    const tenant = {
      ...ACME,
      sellerDetails: { ...SELLER, legalName: 'Acme AG' },
      promises: { guaranteeDays: 0, supportReplyHours: 48 } as const,
    };
    const { container } = await openPage('/r/acme-1/legal-notice', {
      ...site(),
      'GET /api/tenant': ok(tenant),
    });
    expect((await section()).textContent).toContain('Acme AG');
    expect(container.textContent).toContain('No money-back guarantee.');
    expect(container.textContent).toContain('within 48 hours');
    expect(container.textContent).not.toMatch(/60-day|Leadping<\/b>/);
  });

  it('is linked from the footer, which names the seller', async () => {
    await openPage('/', site());
    const footer = within(screen.getByRole('contentinfo'));
    expect(await footer.findByText('<b>Leadping</b> GmbH, Germany')).toBeTruthy();
    expect(footer.getByRole('link', { name: 'Legal notice' }).getAttribute('href')).toBe('/legal-notice');
  });
});

describe('the offer', () => {
  it('links seller and right of withdrawal of this page beside the price', async () => {
    await openPage('/r/acme-1', { 'GET /api/tenant': ok(ACME) });
    const facts = within(await screen.findByText(/^Before you buy:/));
    const links = facts.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/r/acme-1/legal-notice', '/r/acme-1/withdraw']);
  });
});

describe('the promises on the landing page of a reseller', () => {
  it('are those of the reseller everywhere', async () => {
    const promises = { guaranteeDays: 14, supportReplyHours: 72 } as const;
    const { container } = await openPage('/r/acme-1', { 'GET /api/tenant': ok({ ...ACME, promises }) });
    await screen.findAllByText('14-day money-back guarantee');
    expect(container.textContent).not.toMatch(/60-day|within 2 hours/);
    expect(container.textContent?.match(/within 72 hours/g)).toHaveLength(3);
  });

  it('are the default of 30 days from a service that does not know them', async () => {
    await openPage('/r/acme-1', { 'GET /api/tenant': ok(ACME) });
    expect(await screen.findAllByText('30-day money-back guarantee')).toHaveLength(3);
  });

  it('name no guarantee if the reseller gives none', async () => {
    const promises = { guaranteeDays: 0, supportReplyHours: 2 } as const;
    const { container } = await openPage('/r/acme-1', { 'GET /api/tenant': ok({ ...ACME, promises }) });
    await screen.findAllByText('within 2 hours');
    expect(container.textContent).not.toMatch(/-day money-back guarantee/);
  });
});

describe('the claims on the landing page', () => {
  const testimonials = () => document.getElementById('testimonials');

  it('are the specified ones while the settings are not known', async () => {
    await openPage('/');
    expect(testimonials()?.textContent).toMatch(/2,847\+.*4\.9\/5.*Tomasz Wierzbicki/);
  });

  it('follow the settings, and an empty one is not shown', async () => {
    const claims = { users: '12+', rating: '', testimonials: [{ text: 'Good.', name: 'Ann', role: '' }] };
    await openPage('/', site(SELLER, claims));
    await screen.findByText('12+');
    expect(testimonials()?.textContent).not.toMatch(/4\.9|average rating|Tomasz/);
    expect(testimonials()?.textContent).toContain('Good.');
  });
});
