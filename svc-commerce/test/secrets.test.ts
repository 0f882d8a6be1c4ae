import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { KEY_FORMATS } from '../src/payment-provider/stripe/key-formats.ts';
import { maskSecret, keepsStored } from '../src/secrets/mask.ts';
import { until } from '@leadping/test-kit/until';
import { openShop, type Shop } from './shop.ts';

const PLANTED = {
  stripeLiveKey: 'sk_live_PLANTEDplatformlivekey0001',
  stripeTestKey: 'sk_test_PLANTEDplatformtestkey0002',
  stripeLiveWebhookSecret: 'whsec_PLANTEDplatformlivehook0003',
  stripeTestWebhookSecret: 'whsec_PLANTEDplatformtesthook0004',
};
const THEIRS = {
  liveSecretKey: 'sk_live_PLANTEDresellersecret0005',
  livePublishableKey: 'pk_live_PLANTEDresellerpublic0006',
  webhookSecret: 'whsec_PLANTEDresellerhook0007',
};
const isLine = (chunk: string) => String(chunk).startsWith('{"level"');
const LICENSE_KEY = 'PLAN-TEDL-ICEN-SEKE-Y000-8000-9000-0000';

describe('planted secrets', () => {
  let shop: Shop;
  const written: string[] = [];
  const spies: { mockRestore: () => void }[] = [];
  beforeAll(async () => {
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream);
      spies.push(
        jest.spyOn(stream, 'write').mockImplementation(((chunk: string, ...rest: []) => {
          written.push(String(chunk));
          return isLine(chunk) || write(chunk, ...rest);
        }) as typeof stream.write),
      );
    }
    shop = await openShop({ LOG_LEVEL: 'trace' });
  });
  afterAll(async () => {
    spies.forEach((spy) => spy.mockRestore());
    await shop.close();
  });

  it('appear in no reply, event or log, and nowhere in the database [R-accounts.3]', async () => {
    const seen: string[] = [];
    const nc = await shop.fakeService.bus.connected;
    nc.subscribe(shop.fakeService.bus.subjectOf('>'), {
      callback: (_error, message) => void seen.push(message.string()),
    });
    const keep = async (reply: Promise<{ status: number; body: unknown; headers: Headers }>) => {
      const { status, body, headers } = await reply;
      seen.push(JSON.stringify(body), JSON.stringify([...headers]));
      return status;
    };
    const { _id } = await shop.addReseller();
    const actor = { role: 'reseller', resellerId: _id } as const;
    expect(await keep(shop.asAdmin('/api/admin/settings', { json: PLANTED }))).toBe(200);
    expect(await keep(shop.as(actor, '/api/resellers/stripe-config', { json: THEIRS }))).toBe(200);
    // Wrong ones are refused without being repeated.
    const wrong = { stripeLiveKey: 'PLANTED in the wrong field' };
    expect(await keep(shop.asAdmin('/api/admin/settings', { json: wrong }))).toBe(400);
    const wrongKeys = { liveSecretKey: 'PLANTED too' };
    expect(await keep(shop.as(actor, '/api/resellers/stripe-config', { json: wrongKeys }))).toBe(400);

    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: _id });
    await shop.pay(sessionId);
    for (const event of await shop.eventsOf(THEIRS.liveSecretKey)) {
      await shop.deliver(event, {
        path: `/api/stripe-webhook/reseller/${_id}`,
        secret: THEIRS.webhookSecret,
      });
    }
    expect((await shop.order(sessionId))?.status).toBe('completed');
    for (const path of ['/api/admin/settings', '/api/admin/resellers', `/api/admin/resellers/${_id}`]) {
      expect(await keep(shop.asAdmin(path))).toBe(200);
    }
    for (const path of ['/api/resellers/me', '/api/resellers/orders', '/api/resellers/webhook/deliveries']) {
      expect(await keep(shop.as(actor, path))).toBe(200);
    }
    expect(await keep(shop.call('/metrics'))).toBe(200);
    expect(await keep(shop.call(`/api/checkout-status?session_id=${sessionId}`))).toBe(200);

    for (const { name } of await shop.database.listCollections()) {
      seen.push(JSON.stringify(await shop.database.collection(name).find({}).toArray()));
    }
    expect(written.filter((chunk) => isLine(chunk) && chunk.includes(_id))).not.toEqual([]);
    const everything = [...seen, ...written].join('\n');
    expect(everything).toContain(_id);
    for (const secret of [...Object.values(PLANTED), ...Object.values(THEIRS)]) {
      expect(everything).not.toContain(secret);
    }
    expect(everything).not.toContain('PLANTED');
  });

  it('the license key is stored sealed on its order [R-checkout.36]', async () => {
    const sessionId = await shop.checkOut('/api/create-main-checkout');
    await shop.pay(sessionId);
    for (const event of await shop.eventsOf(PLANTED.stripeTestKey)) {
      await shop.deliver(event, { secret: PLANTED.stripeTestWebhookSecret });
    }
    const order = await shop.order(sessionId);
    await shop.fakeService.publish(licenseIssued, {
      sealedLicenseKey: shop.licenseKeys.seal(LICENSE_KEY, 'l2'),
      licenseId: 'l2',
      email: 'buyer@example.com',
      orderId: order?._id ?? '',
      seller: { resellerId: null, businessName: 'Leadping' },
      origin: 'order',
      issuedAt: new Date().toISOString(),
    });
    await until(async () => (await shop.order(sessionId))?.sealedLicenseKey !== null);
    const kept = await shop.order(sessionId);
    expect(shop.licenseKeys.open(kept?.sealedLicenseKey ?? '', 'l2')).toBe(LICENSE_KEY);
    expect(JSON.stringify(kept)).not.toContain(LICENSE_KEY);
    const status = await shop.call(`/api/checkout-status?session_id=${sessionId}`);
    expect(JSON.stringify(status.body)).not.toContain(LICENSE_KEY);
  });
});

describe('masks', () => {
  const { prefixes } = KEY_FORMATS;

  it('show only the kind and the last four characters of long secrets', () => {
    expect(maskSecret('sk_live_0123456789abcdef', prefixes)).toBe('sk_live_••••••••cdef');
    expect(maskSecret('whsec_short', prefixes)).toBe('whsec_••••••••');
    expect(maskSecret('plain', prefixes)).toBe('••••••••');
  });

  it('are distinguished from new secrets', () => {
    for (const mask of ['', '••••', 'sk_live_••••••••cdef', '********', 'sk_live_****cdef']) {
      expect(keepsStored(mask)).toBe(true);
    }
    expect(keepsStored('sk_live_0123456789abcdef')).toBe(false);
  });
});
