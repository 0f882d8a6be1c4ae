import * as checkoutRoutes from '@leadping/contracts/commerce/checkout-routes';
import * as logoRoutes from '@leadping/contracts/commerce/logo-routes';
import * as orderRoutes from '@leadping/contracts/commerce/order-routes';
import * as timelineRoutes from '@leadping/contracts/commerce/order-timeline-routes';
import * as webhookRoutes from '@leadping/contracts/commerce/order-webhook-routes';
import * as healthRoutes from '@leadping/contracts/commerce/payment-health-routes';
import * as paymentRoutes from '@leadping/contracts/commerce/payment-webhook-routes';
import * as pricingRoutes from '@leadping/contracts/commerce/pricing-routes';
import * as adminRoutes from '@leadping/contracts/commerce/reseller-admin-routes';
import * as resellerRoutes from '@leadping/contracts/commerce/reseller-routes';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import * as salesRoutes from '@leadping/contracts/commerce/sales-routes';
import * as settingsRoutes from '@leadping/contracts/commerce/settings-routes';
import * as tenantRoutes from '@leadping/contracts/commerce/tenant-routes';
import { deadLetterRoutes } from '@leadping/contracts/dead-letter-routes';
import { withdrawResellerRights } from '@leadping/contracts/identity/requests';
import type { Actor } from '@leadping/contracts/actor';
import type { Route } from '@leadping/contracts/route';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actorHeaders, testActor } from '@leadping/test-kit/people';
import { untilPublished } from '@leadping/test-kit/until-published';
import { readdir } from 'node:fs/promises';
import { openShop, randomKeys, type Shop } from './shop.ts';

function routesIn(module: object): Route[] {
  return Object.values(module).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null || 'safeParse' in value) return [];
    return 'path' in value && 'method' in value ? [value as Route] : routesIn(value);
  });
}

const ROUTES = [
  checkoutRoutes,
  logoRoutes,
  orderRoutes,
  timelineRoutes,
  webhookRoutes,
  healthRoutes,
  paymentRoutes,
  pricingRoutes,
  adminRoutes,
  resellerRoutes,
  salesRoutes,
  settingsRoutes,
  tenantRoutes,
  { deadLetters: deadLetterRoutes('svc-commerce') },
].flatMap(routesIn);

const BODIES: Record<string, object> = {
  '/api/resellers/business-config': { businessName: 'Hijacked' },
  '/api/resellers/business-name': { businessName: 'Hijacked' },
  '/api/resellers/embedding-sites': { embeddingSites: ['https://hijacked.example'] },
  '/api/resellers/stripe-config': { webhookSecret: 'whsec_takenover' },
  '/api/resellers/webhook': { orderWebhookUrl: '' },
  '/api/resellers/logo': { logoUrl: '' },
  '/api/resellers/sales-page': { ...EMPTY_SALES_PAGE, accentColor: '#0a7d55' },
};

describe('every route by every role', () => {
  let shop: Shop;
  const a = { role: 'reseller', resellerId: 'a'.repeat(24) } as const;
  const b = 'b'.repeat(24);
  const secretsOfB = randomKeys();

  beforeAll(async () => {
    shop = await openShop();
    await shop.addReseller({ _id: a.resellerId, slugs: ['tenant-a-abc123'] }, randomKeys());
    await shop.addReseller(
      { _id: b, slugs: ['tenant-b-abc123'], businessName: 'Secret Business', phone: '+49 tenant b' },
      secretsOfB,
    );
    shop.fakeService.bus.respond(withdrawResellerRights, async () => ({}));
  });
  afterAll(() => shop.close());

  const call = (route: Route, actor: Partial<Actor> | null, id = b) => {
    const path = route.path.replace(/:\w+/g, id);
    if (route.bodyType === 'multipart') return upload(path, actor);
    const options = {
      method: route.method,
      ...(route.method === 'GET' ? {} : { json: BODIES[route.path] ?? {} }),
    };
    return actor === null ? shop.call(path, options) : shop.as(actor, path, options);
  };
  const upload = async (path: string, actor: Partial<Actor> | null) => {
    const form = new FormData();
    form.set('logo', new Blob(['no image']), 'logo.png');
    const headers = actor === null ? {} : await actorHeaders(testActor(actor), 'svc-commerce');
    const reply = await fetch(`${shop.url}${path}`, { method: 'POST', body: form, headers });
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as unknown };
  };
  const stored = () =>
    Promise.all([
      ...['settings', 'resellers', 'orders', 'webhook_deliveries'].map((name) =>
        shop.database.collection(name).find({}).toArray(),
      ),
      readdir(shop.config.LOGOS_FOLDER).catch(() => []),
    ]);

  it('there are as many as the specification wants', () => {
    expect(ROUTES.length).toBeGreaterThan(30);
    expect(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)).size).toBe(ROUTES.length);
  });

  it.each(
    ROUTES.filter(({ access }) => access === 'admin').map(
      (route) => [route.method, route.path, route] as const,
    ),
  )('%s %s is for admins alone [S6.01]', async (_method, _path, route) => {
    await untilPublished(
      ...['settings', 'resellers', 'orders'].map((name) => shop.database.collection(name)),
    );
    const before = await stored();
    expect((await call(route, null)).status).toBe(401);
    for (const actor of [
      a,
      { role: 'support' },
      { role: 'other' },
      { role: 'reseller', resellerId: b },
    ] as const) {
      expect(await call(route, actor)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect(await stored()).toEqual(before);
  });

  it.each(
    ROUTES.filter(({ access }) => access === 'reseller').map(
      (route) => [route.method, route.path, route] as const,
    ),
  )(
    "%s %s neither shows nor changes anything of another reseller's [S6.06]",
    async (_method, _path, route) => {
      expect((await call(route, null)).status).toBe(401);
      for (const actor of [
        { role: 'admin' },
        { role: 'support' },
        { role: 'other' },
        { role: 'reseller' },
      ] as const) {
        expect((await call(route, actor)).status).toBe(403);
      }
      await untilPublished(shop.database.collection('resellers'));
      const resellerB = () => shop.database.collection('resellers').findOne({ _id: b as never });
      const before = await resellerB();
      const { body } = await call(route, a);
      const seen = JSON.stringify(body);
      for (const theirs of ['Secret Business', 'tenant b', 'tenant-b', ...Object.values(secretsOfB)]) {
        expect(seen).not.toContain(theirs);
      }
      expect(await resellerB()).toEqual(before);
    },
  );

  it('a reseller who was deleted reaches nothing with a session that is still open', async () => {
    const { _id } = await shop.addReseller({ deletedAt: new Date() });
    for (const route of ROUTES.filter(({ access }) => access === 'reseller')) {
      const { status, body } = await call(route, { role: 'reseller', resellerId: _id });
      const showsNothing = status >= 400 || JSON.stringify(body).replace(/[{}[\]":a-z]/g, '') === '';
      expect({ path: route.path, status, showsNothing }).toMatchObject({ showsNothing: true });
    }
  });

  it('a forged or foreign token is nobody', async () => {
    for (const token of ['x', 'eyJhbGciOiJub25lIn0.eyJhY3RvciI6e319.']) {
      const reply = await shop.call('/api/admin/settings', { headers: { 'x-leadping-actor': token } });
      expect(reply.status).toBe(401);
    }
  });
});
