import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { DEFAULT_PROMISES } from '@leadping/contracts/commerce/seller-promises';
import { openShop, type Shop } from './shop.ts';

describe('prices and tenants', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.addReseller({
      _id: 'a'.repeat(24),
      businessName: 'Acme Tools',
      slugs: ['acme-tools-abc123'],
      productPrice: 9700,
      currency: 'GBP',
    });
    await shop.addReseller({
      _id: 'b'.repeat(24),
      businessName: 'Beta',
      slugs: ['beta-abc123'],
      currency: 'JPY',
    });
  });
  afterAll(() => shop.close());

  /** `fetch` does not let a caller choose the host. */
  const tenantOf = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; body: Record<string, unknown> }>((resolve, reject) => {
      http
        .get(`${shop.url}/api/tenant`, { headers }, (reply) => {
          let text = '';
          reply.on('data', (chunk: Buffer) => (text += chunk.toString()));
          reply.on('end', () => resolve({ status: reply.statusCode, body: JSON.parse(text) }));
        })
        .on('error', reject);
    });

  it('prices are read in dollars, and are the defaults at first [P7.17]', async () => {
    const { status, body } = await shop.call('/api/pricing');
    expect(status).toBe(200);
    expect(body).toEqual({ mainProduct: { dollars: 79 }, reseller: { dollars: 497 }, isTest: true });
  });

  it('the path determines the tenant [P7.19] [P3.02] [P1.13]', async () => {
    for (const path of [
      '/r/acme-tools-abc123',
      '/r/acme-tools-abc123/integrations',
      '/r/ACME-tools-abc123?x=1',
    ]) {
      const { status, body } = await tenantOf({ 'x-current-path': path });
      expect(status).toBe(200);
      expect(body).toEqual({
        resellerId: 'a'.repeat(24),
        slug: 'acme-tools-abc123',
        subdomain: 'acme-tools-abc123',
        businessName: 'Acme Tools',
        productPrice: '97.00',
        currency: 'GBP',
        logoUrl: null,
        salesPage: EMPTY_SALES_PAGE,
        tones: null,
        sellerDetails: EMPTY_SELLER_DETAILS,
        promises: DEFAULT_PROMISES,
        taxMode: 'none',
      });
    }
  });

  it('a former slug leads to the tenant and returns the current slug [R-checkout.48]', async () => {
    const { _id: resellerId } = await shop.addReseller({ slugs: ['old-name-abc123'] });
    const renamed = await shop.as({ role: 'reseller', resellerId }, '/api/resellers/business-name', {
      method: 'PUT',
      json: { businessName: 'New Name' },
    });
    const { slug } = renamed.body as { slug: string };
    const { body } = await tenantOf({ 'x-current-path': '/r/old-name-abc123' });
    expect(body).toMatchObject({ resellerId, slug, businessName: 'New Name' });
  });

  it('the subdomain takes precedence over the path [R-checkout.46] [P6.08]', async () => {
    const { body } = await tenantOf({
      host: 'beta-abc123.localhost:8080',
      'x-current-path': '/r/acme-tools-abc123',
    });
    expect(body).toMatchObject({ slug: 'beta-abc123', productPrice: '7900' });
    const forwarded = await tenantOf({ 'x-forwarded-host': 'beta-abc123.localhost', 'x-current-path': '/' });
    expect(forwarded.body).toMatchObject({ slug: 'beta-abc123' });
  });

  it('a path without a tenant gets a 404 [P7.20]', async () => {
    const pages: Record<string, string>[] = [
      {},
      { 'x-current-path': '/' },
      { 'x-current-path': '/r/' },
      { 'x-current-path': '/r/nobody-abc123' },
      { 'x-current-path': '/docs/r/acme-tools-abc123' },
      { host: 'beta-abc123.localhost.evil.example' },
      { host: 'www.beta-abc123.localhost' },
    ];
    for (const headers of pages) {
      const { status, body } = await tenantOf(headers);
      expect({ headers, status, code: body.code }).toEqual({ headers, status: 404, code: 'NOT_FOUND' });
    }
  });
});
