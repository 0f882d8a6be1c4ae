import { withdrawResellerRights } from '@leadping/contracts/identity/requests';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import type { Route } from '@leadping/contracts/route';
import { ROUTES } from '@leadping/contracts/routes';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actorHeaders, testActor } from '@leadping/test-kit/people';
import { openShop, type Shop } from './shop.ts';

const BODIES: Record<string, object> = {
  '/api/resellers/business-config': { businessName: 'Hijacked' },
  '/api/resellers/business-name': { businessName: 'Hijacked' },
  '/api/resellers/embedding-sites': { embeddingSites: ['https://hijacked.example'] },
  '/api/resellers/stripe-config': { webhookSecret: 'whsec_takenover' },
  '/api/resellers/webhook': { orderWebhookUrl: '' },
  '/api/resellers/logo': { logoUrl: '' },
  '/api/resellers/sales-page': { ...EMPTY_SALES_PAGE, accentColor: '#0a7d55' },
  '/api/resellers/seller-details': { ...EMPTY_SELLER_DETAILS, legalName: 'Hijacked' },
  '/api/resellers/tax': { mode: 'none', collectTaxIds: true },
  '/api/resellers/notices': { saleNotices: false },
  '/api/resellers/discount-codes': { code: 'HIJACKED', percent: 50 },
  '/api/resellers/promises': { guaranteeDays: 0, supportReplyHours: 72 },
};

const OF_RESELLERS = ROUTES.filter(
  ({ service, access }) => service === 'svc-commerce' && access === 'reseller',
);

/** The access rules of all services are tested in `e2e/test/contracts`. */
describe('a call with a session', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    shop.fakeService.bus.respond(withdrawResellerRights, async () => ({}));
  });
  afterAll(() => shop.close());

  const call = async ({ method, path, bodyType }: Route, resellerId: string) => {
    const actor = { role: 'reseller', resellerId } as const;
    const filled = path.replaceAll(/:\w+/g, 'b'.repeat(24));
    if (bodyType !== 'multipart')
      return shop.as(actor, filled, {
        method,
        ...(method === 'GET' ? {} : { json: BODIES[path] ?? {} }),
      });
    const form = new FormData();
    form.set('logo', new Blob(['no image']), 'logo.png');
    const headers = await actorHeaders(testActor(actor), 'svc-commerce');
    const reply = await fetch(`${shop.url}${filled}`, { method, body: form, headers });
    return { status: reply.status, body: (await reply.json()) as unknown };
  };

  it('returns no data if the reseller was deleted', async () => {
    const { _id } = await shop.addReseller({ deletedAt: new Date() });
    expect(OF_RESELLERS.length).toBeGreaterThan(10);
    for (const route of OF_RESELLERS) {
      const { status, body } = await call(route, _id);
      const showsNothing = status >= 400 || JSON.stringify(body).replace(/[{}[\]":a-z]/g, '') === '';
      expect({ path: route.path, status, showsNothing }).toMatchObject({ showsNothing: true });
    }
  });

  it('is refused if the token is forged or unsigned', async () => {
    for (const token of ['x', 'eyJhbGciOiJub25lIn0.eyJhY3RvciI6e319.']) {
      const reply = await shop.call('/api/admin/settings', { headers: { 'x-leadping-actor': token } });
      expect(reply.status).toBe(401);
    }
  });
});
