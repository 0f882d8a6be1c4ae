import { DEFAULT_STORE_URL, getStoreUrl, setStoreUrl } from '@leadping/contracts/licensing/requests';
import type { SettingsChange } from '@leadping/contracts/commerce/settings-routes';
import { mailStatus } from '@leadping/contracts/support/requests';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { DEFAULT_CLAIMS } from '@leadping/contracts/commerce/claims';
import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { notificationSettings } from '@leadping/contracts/commerce/requests';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { HookRequest } from '@leadping/dev-sandbox/hooks/bin';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { personOf } from '@leadping/service-kit/privacy/person';
import { Webhook } from 'standardwebhooks';
import { buildContext, type CommerceContext } from '../src/context.ts';
import { formerKeysModel } from '../src/payment-accounts/former-keys.model.ts';
import { personalStores } from '../src/privacy/personal-stores.ts';
import { openSecret } from '../src/secrets/sealed-fields.ts';
import { saveSettings } from '../src/settings/save-settings.ts';
import { settingsModel } from '../src/settings/settings.model.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const SETTINGS = '/api/admin/settings';
type Bag = Record<string, unknown>;

describe('settings', () => {
  let shop: Shop;
  let storeUrl: string = DEFAULT_STORE_URL;
  const sentStoreUrls: string[] = [];
  let areOthersAway = false;
  beforeAll(async () => {
    shop = await openShop();
    shop.fakeService.bus.respond(getStoreUrl, async () => {
      if (areOthersAway) throw new Error('away');
      return { chromeWebStoreUrl: storeUrl };
    });
    shop.fakeService.bus.respond(setStoreUrl, async ({ chromeWebStoreUrl }) => {
      if (areOthersAway) throw new Error('away');
      sentStoreUrls.push(chromeWebStoreUrl);
      storeUrl = chromeWebStoreUrl;
      return { chromeWebStoreUrl };
    });
    shop.fakeService.bus.respond(mailStatus, async () => {
      if (areOthersAway) throw new Error('away');
      return { postmarkConfigured: true };
    });
  });
  afterAll(() => shop.close());

  const read = async () => (await shop.asAdmin(SETTINGS)).body as Bag;
  const save = (json: Bag) => shop.asAdmin(SETTINGS, { json });
  /** Saves while something else happens between what is read and what is written. */
  const saveMeanwhile = (change: SettingsChange, meanwhile: () => Promise<unknown>) => {
    const { config, database, sealer, fakeService } = shop;
    const context = buildContext({ config, database, sealer, bus: fakeService.bus } as never);
    return saveSettings({ ...context, settings: changedMeanwhile(context.settings, meanwhile) }, change);
  };

  it('are read with every field and their defaults [S7.08] [S3.02] [S3.03] [S3.04] [S3.06] [S3.07] [S3.08] [S3.09] [S3.10]', async () => {
    expect(await read()).toEqual({
      refundsWithdrawals: false,
      asksConsent: false,
      adminWebhookEvents: ['order.completed'],
      testMode: true,
      hasValidTestKey: true,
      hasValidLiveKey: false,
      webhookSecretConfigured: true,
      persistentLoggingEnabled: false,
      persistent_logging_enabled: false,
      mainProductPrice: 7900,
      resellerPrice: 49_700,
      stripeLiveKey: '',
      stripeTestKey: expect.stringMatching(/^sk_test_•+\w{4}$/),
      stripeLiveWebhookSecret: '',
      stripeTestWebhookSecret: expect.stringMatching(/^whsec_•+\w{4}$/),
      adminNotificationEmails: '',
      enableTicketNotifications: true,
      enableOrderNotifications: true,
      chromeWebStoreUrl: expect.stringMatching(
        /^https:\/\/chromewebstore\.google\.com\/detail\/leadping\/[a-p]{32}$/,
      ),
      adminWebhookUrl: '',
      adminWebhookDisabledReason: null,
      postmarkConfigured: true,
      sellerDetails: EMPTY_SELLER_DETAILS,
      claims: DEFAULT_CLAIMS,
      tax: NO_TAX,
    });
  });

  it.each(['renewed', 'made for the first time'])(
    'keep the signing secret that is %s while they are saved',
    async (how) => {
      const adminWebhookUrl = `${shop.sandbox.url}/hooks/${how === 'renewed' ? how : 'made'}-meanwhile`;
      await save({ adminWebhookUrl });
      if (how !== 'renewed') {
        const none = { $set: { 'orderWebhook.sealedSecret': null } };
        await shop.database.collection('settings').updateOne({}, none);
      }
      let secret = '';
      await saveMeanwhile({ adminWebhookUrl }, async () => {
        const renewed = await shop.asAdmin('/api/admin/order-webhook/secret', { method: 'POST' });
        ({ secret } = renewed.body as { secret: string });
      });
      await shop.asAdmin('/api/admin/test-webhook', { json: { webhookUrl: adminWebhookUrl } });
      const [request] = (await send(`${adminWebhookUrl}/requests`)).body as HookRequest[];
      const headers = request?.headers as Record<string, string>;
      expect(() => new Webhook(secret).verify(request?.body ?? '', headers)).not.toThrow();
      await save({ adminWebhookUrl: '' });
    },
  );

  it('keep a key as a former key if it was stored only between two saves', async () => {
    const key = (name: string) => `sk_live_${name.repeat(20)}`;
    await save({ stripeLiveKey: key('a') });
    await saveMeanwhile({ stripeLiveKey: key('c') }, () => save({ stripeLiveKey: key('b') }));
    const former = await formerKeysModel(shop.database).find({ resellerId: null, livemode: true }).lean();
    const opened = former.map((keys) =>
      openSecret(shop.sealer, 'former-payment-keys', keys, 'sealedSecretKey'),
    );
    expect(opened).toContain(key('a'));
    expect(opened).toContain(key('b'));
  });

  it('keep an address for notices that is added while another person is erased', async () => {
    const settings = settingsModel(shop.database);
    const addresses = async () => (await settings.findOne().orFail().lean()).adminNotificationEmails;
    await save({ adminNotificationEmails: 'gone@example.com, kept@example.com' });
    const add = () =>
      save({ adminNotificationEmails: 'gone@example.com, kept@example.com, new@example.com' });
    const stores = personalStores({
      settings: changedMeanwhile(settings, add),
    } as unknown as CommerceContext);
    const store = stores.find(({ collection }) => collection === 'settings');
    expect(await store?.erase(personOf('gone@example.com'))).toEqual({ removed: 1, kept: 0 });
    expect(await addresses()).toEqual(['kept@example.com', 'new@example.com']);
    await save({ adminNotificationEmails: '' });
  });

  it('show null for the values of support and licensing while these do not reply', async () => {
    areOthersAway = true;
    const { postmarkConfigured, chromeWebStoreUrl } = await read();
    areOthersAway = false;
    expect({ postmarkConfigured, chromeWebStoreUrl }).toEqual({
      postmarkConfigured: null,
      chromeWebStoreUrl: null,
    });
  });

  it('save only what is sent [S7.09]', async () => {
    const before = await read();
    const changed = {
      adminNotificationEmails: 'Ann@Example.com, a&b@example.com, info@müller.de',
      enableTicketNotifications: false,
      enableOrderNotifications: false,
      persistentLoggingEnabled: true,
    };
    const reply = await save(changed);
    expect(reply.status).toBe(200);
    expect(await read()).toEqual({ ...before, ...changed, persistent_logging_enabled: true });
    expect((await save({})).body).toEqual(await read());
    const asked = await shop.fakeService.bus.request(notificationSettings, {});
    expect(asked).toEqual({
      adminNotificationEmails: ['Ann@Example.com', 'a&b@example.com', 'info@müller.de'],
      enableTicketNotifications: false,
      enableOrderNotifications: false,
      testMode: true,
      persistentLoggingEnabled: true,
    });
  });

  it('send a valid store URL to licensing and refuse other URLs [S7.09]', async () => {
    const url = 'https://chromewebstore.google.com/detail/abc';
    expect((await save({ chromeWebStoreUrl: url })).body).toMatchObject({ chromeWebStoreUrl: url });
    expect(storeUrl).toBe(url);
    for (const chromeWebStoreUrl of [
      'javascript:alert(1)',
      'https://evil.example/detail/abc',
      'https://chromewebstore.google.com.evil.example/detail/abc',
      'https://chromewebstore.google.com@evil.example/detail/abc',
      'https://chromewebstore.google.com:8443/detail/abc',
      'https://user@chromewebstore.google.com/detail/abc',
      'http://chromewebstore.google.com/detail/abc',
    ])
      expect([chromeWebStoreUrl, (await save({ chromeWebStoreUrl })).status]).toEqual([
        chromeWebStoreUrl,
        400,
      ]);
    expect(storeUrl).toBe(url);
  });

  describe('that are saved with a store URL', () => {
    const url = (name: string) => `https://chromewebstore.google.com/detail/${name}`;

    it('leave the URL unchanged if a selling key is refused', async () => {
      const before = [storeUrl, sentStoreUrls.length];
      const refused = await save({
        chromeWebStoreUrl: url('refused'),
        stripeTestKey: 'sk_test_expired0123456789',
      });
      expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
      expect([storeUrl, sentStoreUrls.length]).toEqual(before);
    });

    it('send the URL once if another save replaces a key at the same time', async () => {
      const key = (name: string) => `sk_live_${name.repeat(20)}`;
      const change = { chromeWebStoreUrl: url('once'), stripeLiveKey: key('e') };
      await saveMeanwhile(change, () => save({ stripeLiveKey: key('d') }));
      expect(sentStoreUrls.filter((sent) => sent === url('once'))).toHaveLength(1);
      expect(storeUrl).toBe(url('once'));
    });

    it('keep the other fields, leave an audit entry and return an error if licensing does not accept the URL', async () => {
      const entries = await shop.fakeService.collect(auditRecorded('commerce'));
      const before = storeUrl;
      areOthersAway = true;
      const change = { chromeWebStoreUrl: url('late'), mainProductPrice: '83.00' };
      const reply = await save(change);
      areOthersAway = false;
      expect(reply.status).toBeGreaterThanOrEqual(500);
      expect(storeUrl).toBe(before);
      expect(await read()).toMatchObject({ mainProductPrice: 8300, chromeWebStoreUrl: before });
      await until(() => entries.length > 0);
      expect(entries).toMatchObject([
        { outcome: 'unknown', changes: [{ field: 'mainProductPrice', after: 8300 }] },
      ]);

      expect((await save(change)).status).toBe(200);
      expect(storeUrl).toBe(url('late'));
    });
  });

  it('accept prices in dollars and return them in cents, and saving the returned price changes nothing [S7.10] [S7.11]', async () => {
    const reply = await save({ mainProductPrice: '89.50', resellerPrice: 499 });
    expect(reply.body).toMatchObject({ mainProductPrice: 8950, resellerPrice: 49_900 });
    expect((await shop.call('/api/pricing')).body).toEqual({
      mainProduct: { dollars: 89.5 },
      reseller: { dollars: 499 },
      isTest: true,
    });
    const cents = fc.integer({ min: 50, max: 99_999_999 });
    await fc.assert(
      fc.asyncProperty(cents, fc.boolean(), async (price, asNumber) => {
        const shown = (price / 100).toFixed(2);
        await save({ mainProductPrice: asNumber ? Number(shown) : shown });
        const { mainProductPrice } = await read();
        expect(mainProductPrice).toBe(price);
        const again = await save({ mainProductPrice: (Number(mainProductPrice) / 100).toFixed(2) });
        expect(again.body).toMatchObject({ mainProductPrice: price });
      }),
      { numRuns: 15 },
    );
  });

  it.each([['0.49'], ['0'], [0.1]])(
    'refuse a price of %s, which is below the floor [R-money.11]',
    async (mainProductPrice) => {
      const before = await read();
      const reply = await save({ mainProductPrice, enableOrderNotifications: true });
      expect(reply).toMatchObject({
        status: 400,
        body: {
          code: 'PRICE_TOO_LOW',
          field: 'mainProductPrice',
          message: expect.stringContaining('below $0.50 in USD'),
        },
      });
      expect(await read()).toEqual(before);
    },
  );

  it.each([
    { mainProductPrice: '-1' },
    { mainProductPrice: '1e3' },
    { mainProductPrice: '79.001' },
    { mainProductPrice: 'free' },
    { mainProductPrice: { $inc: 1 } },
    { resellerPrice: '9999999.00' },
    { testMode: 'yes' },
    { adminNotificationEmails: 'not an address' },
    { stripeLiveKey: 'sk_test_0123456789abcdef' },
    { stripeLiveKey: 'my_live_key' },
    { stripeTestKey: 'sk_live_0123456789abcdef' },
    { stripeLiveWebhookSecret: 'secret' },
    { adminWebhookUrl: 'http://example.com/hook' },
    { adminWebhookUrl: 'https://10.0.0.1/hook' },
    { role: 'admin' },
    { _id: 'other' },
  ] as Bag[])('refuse %j and save nothing', async (change) => {
    const before = await read();
    const reply = await save({
      ...change,
      enableTicketNotifications: before.enableTicketNotifications !== true,
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    expect(await read()).toEqual(before);
  });

  it('mask secrets, and keep the stored ones if a mask or an empty value is sent [S3.11] [R-accounts.3] [R-accounts.4]', async () => {
    const key = `rk_live_${'k'.repeat(20)}1234`;
    const secret = `whsec_${'w'.repeat(20)}5678`;
    const saved = await save({ stripeLiveKey: key, stripeLiveWebhookSecret: secret });
    expect(saved.body).toMatchObject({
      hasValidLiveKey: true,
      stripeLiveKey: 'rk_live_••••••••1234',
      stripeLiveWebhookSecret: 'whsec_••••••••5678',
    });
    const stored = () => shop.database.collection('settings').findOne({});
    const before = await stored();
    const { stripeLiveKey, stripeLiveWebhookSecret } = await read();
    await save({ stripeLiveKey, stripeLiveWebhookSecret, stripeTestKey: '', stripeTestWebhookSecret: '' });
    await save({ stripeLiveKey: '****' });
    expect(await stored()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(key);
    expect(JSON.stringify(before)).not.toContain(secret);
  });

  it('refuse to turn test mode off without a live key that Stripe accepts, and change nothing', async () => {
    const fresh = await openShop();
    try {
      const stored = () => fresh.database.collection('settings').findOne({});
      const before = await stored();
      const post = (json: Bag) => fresh.asAdmin(SETTINGS, { json });
      const missing = await post({ testMode: false, mainProductPrice: '99' });
      expect(missing).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
      expect((missing.body as { message: string }).message).toContain('Save a live secret key first');
      const rejected = await post({ testMode: false, stripeLiveKey: 'sk_live_invalid0123456789' });
      expect((rejected.body as { message: string }).message).toContain('Stripe rejects the live secret key');
      expect((await post({ stripeTestKey: 'sk_test_expired0123456789' })).status).toBe(400);
      expect((await post({ mainProductPrice: '' })).status).toBe(400);
      expect(await stored()).toEqual(before);
      expect(await fresh.checkOut('/api/create-main-checkout')).toMatch(/^cs_test_/);

      // A key that is not in use is the admin's to store, and Stripe's silence keeps nobody from a change.
      expect((await post({ stripeLiveKey: 'sk_live_invalid0123456789' })).status).toBe(200);
      expect((await post({ testMode: false })).status).toBe(400);
      const faults = `${fresh.sandbox.url}/sandbox/stripe/faults`;
      await send(faults, { method: 'PUT', json: { path: '/v1/balance', status: 503, times: 100 } });
      expect((await post({ stripeLiveKey: randomKeys().secretKey, testMode: false })).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  it('accept keys and secrets as they are pasted, without the invisible characters', async () => {
    const pasted = {
      stripeLiveKey: '\u200B"sk_live_pasted\u00AD0123456789"\n',
      stripeLiveWebhookSecret: '\uFEFFwhsec_abc\r\n0123456789.',
    };
    expect((await save(pasted)).status).toBe(200);
    const stored = (await shop.database.collection('settings').findOne({})) as never;
    const open = (field: 'sealedLiveKey' | 'sealedLiveWebhookSecret') =>
      openSecret(shop.sealer, 'settings', stored, field);
    expect(open('sealedLiveKey')).toBe('sk_live_pasted0123456789');
    expect(open('sealedLiveWebhookSecret')).toBe('whsec_abc0123456789');
  });

  it('use the key of the current mode for sales [S4.09]', async () => {
    const live = `sk_live_${shop.platformKey.slice('sk_test_'.length)}`;
    await save({ stripeLiveKey: live, testMode: false });
    expect(await read()).toMatchObject({ testMode: false, persistentLoggingEnabled: false });
    expect(await shop.checkOut('/api/create-main-checkout')).toMatch(/^cs_live_/);
    await save({ testMode: true });
    expect(await shop.checkOut('/api/create-main-checkout')).toMatch(/^cs_test_/);
  });

  it.each([{}, { role: 'reseller', resellerId: 'r1' }, { role: 'support' }, { role: 'other' }] as const)(
    'are refused to %j and to visitors [S6.01]',
    async (actor) => {
      for (const [method, path] of [
        ['GET', SETTINGS],
        ['POST', SETTINGS],
        ['POST', '/api/admin/test-webhook'],
      ] as const) {
        const options = method === 'GET' ? {} : { method, json: {} };
        expect((await shop.as(actor, path, options)).status).toBe(403);
        expect((await shop.call(path, options)).status).toBe(401);
      }
    },
  );
});

describe('settings without a test key', () => {
  it('test mode has no effect [S4.08]', async () => {
    const shop = await openShop({ STRIPE_TEST_KEY: '', STRIPE_TEST_WEBHOOK_SECRET: '' });
    try {
      const stripeLiveKey = `sk_live_${'l'.repeat(24)}`;
      const reply = await shop.asAdmin(SETTINGS, {
        json: { stripeLiveKey, testMode: true, persistentLoggingEnabled: true },
      });
      expect(reply.body).toMatchObject({
        testMode: false,
        hasValidTestKey: false,
        persistentLoggingEnabled: false,
        webhookSecretConfigured: false,
      });
      expect(await shop.checkOut('/api/create-main-checkout')).toMatch(/^cs_live_/);
    } finally {
      await shop.close();
    }
  });
});
