import type { Actor } from '@leadping/contracts/actor';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import Stripe from 'stripe';
import { startSandbox, type RunningSandbox } from '@leadping/dev-sandbox/start-sandbox';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { send, type Reply } from '@leadping/test-kit/send';
import { startService, type ServiceUnderTest } from '@leadping/test-kit/service-under-test';
import { buildCommerce } from '../src/app.ts';
import { CommerceConfig } from '../src/config.ts';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { resellerModel, type ResellerDocument } from '../src/resellers/reseller.model.ts';
import { secretPlace } from '../src/secrets/sealed-fields.ts';

export type Outcome = 'paid' | 'unpaid' | 'async_paid' | 'async_failed' | 'declined';

interface StripeList {
  data: Stripe.Event[];
}

/** The service on a port of its own, the payment sandbox beside it, and what a test does with both. */
export interface Shop {
  config: CommerceConfig;
  readonly url: string;
  sandbox: RunningSandbox;
  database: Connection;
  /** Stands in for the other services at the bus. */
  fakeService: FakeService;
  /** Seals keys as the other services do. */
  sealer: Sealer;
  /** Seals license keys as licensing does, for the license with this id. */
  licenseKeys: Record<'seal' | 'open', (text: string, licenseId: string) => string>;
  platformKey: string;
  platformSecret: string;
  call: (path: string, options?: Parameters<typeof send>[1]) => Promise<Reply>;
  as: (actor: Partial<Actor>, path: string, options?: Parameters<typeof send>[1]) => Promise<Reply>;
  asAdmin: (path: string, options?: Parameters<typeof send>[1]) => Promise<Reply>;
  /** Starts a checkout and answers the provider's session id. */
  checkOut: (path: string, body?: object, headers?: Record<string, string>) => Promise<string>;
  pay: (
    sessionId: string,
    outcome?: Outcome,
    email?: string,
    names?: { name: string; businessName: string },
  ) => Promise<void>;
  /** Lets what happened to a session so far have happened earlier by the provider's record. */
  backdate: (sessionId: string, seconds: number) => Promise<void>;
  refund: (sessionId: string, amount?: number) => Promise<void>;
  dispute: (sessionId: string, kind?: 'inquiry' | 'chargeback') => Promise<void>;
  /** The seller answers the bank, or the bank makes a dispute of its inquiry. */
  advanceDispute: (sessionId: string, step: 'answer' | 'escalate') => Promise<void>;
  closeDispute: (sessionId: string, outcome: 'won' | 'lost' | 'warning_closed') => Promise<void>;
  /** The events of an account as the provider keeps them, oldest first. */
  eventsOf: (secretKey: string) => Promise<Stripe.Event[]>;
  /** Sends an event to a webhook as the provider would, signed now by default. */
  deliver: (
    event: object,
    options?: { path?: string; secret?: string; signedAt?: number; at?: string },
  ) => Promise<Reply>;
  order: (sessionId: string) => Promise<OrderDocument | null>;
  countOrders: () => Promise<number>;
  addReseller: (overrides?: Partial<ResellerDocument>, keys?: ResellerKeys) => Promise<ResellerDocument>;
  /** Reads what is due of payment accounts' events now. */
  reconcile: () => Promise<void>;
  runJob: ServiceUnderTest['runJob'];
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

export interface ResellerKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

export function randomKeys(): ResellerKeys {
  const id = randomBytes(12).toString('hex');
  return {
    secretKey: `sk_live_${id}`,
    publishableKey: `pk_live_${id}`,
    webhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
  };
}

const RETURN_URLS = {
  successUrl: 'http://localhost:8080/success',
  cancelUrl: 'http://localhost:8080/',
};

export async function openShop(overrides: Record<string, string> = {}): Promise<Shop> {
  const sandbox = await startSandbox({ port: 0 });
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  const platformKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const platformSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const config = testConfig(CommerceConfig, {
    STRIPE_API_BASE: sandbox.url,
    STRIPE_TEST_KEY: platformKey,
    STRIPE_TEST_WEBHOOK_SECRET: platformSecret,
    OUTBOUND_ALLOW_LOOPBACK_HTTP: 'true',
    LOGOS_FOLDER: join(folder, 'logos'),
    ...overrides,
  });
  const sealer = buildSealer(config.SEAL_KEYS);
  const licenseKeys = buildSealer(config.LICENSE_KEY_SEAL_KEYS);
  const service = await startService('commerce', config, buildCommerce);
  const fakeService = await openFakeService(config, 'svc-licensing');
  const { database } = service;
  const orders = orderModel(database);
  const resellers = resellerModel(database);

  const shop: Shop = {
    config,
    get url() {
      return service.url;
    },
    sandbox,
    database,
    fakeService,
    sealer,
    licenseKeys: {
      seal: (key, licenseId) => licenseKeys.seal(key, licenseKeyPlace(licenseId)),
      open: (sealed, licenseId) => licenseKeys.open(sealed, licenseKeyPlace(licenseId)),
    },
    platformKey,
    platformSecret,
    call: (path, options) => send(`${shop.url}${path}`, options),
    as: service.as,
    asAdmin: (path, options) => shop.as({ role: 'admin' }, path, options),
    checkOut: async (path, body = {}, headers = {}) => {
      const reply = await shop.call(path, { json: { ...RETURN_URLS, ...body }, headers });
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return new URL((reply.body as { url: string }).url).pathname.replace('/pay/', '');
    },
    pay: async (sessionId, outcome = 'paid', email = 'buyer@example.com', names = undefined) => {
      await act(`/pay/${sessionId}`, { email, outcome, ...names });
    },
    backdate: async (sessionId, seconds) => {
      await act(`/pay/${sessionId}/backdate`, { seconds });
    },
    refund: async (sessionId, amount) => {
      await act(`/pay/${sessionId}/refund`, amount === undefined ? {} : { amount });
    },
    dispute: async (sessionId, kind = 'chargeback') => {
      await act(`/pay/${sessionId}/dispute`, { kind });
    },
    advanceDispute: async (sessionId, step) => {
      await act(`/pay/${sessionId}/dispute/${step}`, {});
    },
    closeDispute: async (sessionId, outcome) => {
      await act(`/pay/${sessionId}/dispute/close`, { outcome });
    },
    eventsOf: async (secretKey) => {
      const reply = await fetch(`${sandbox.url}/v1/events?limit=100`, {
        headers: { authorization: `Bearer ${secretKey}` },
      });
      return ((await reply.json()) as StripeList).data.toReversed();
    },
    deliver: async (event, { path = '/api/stripe-webhook', secret = platformSecret, signedAt, at } = {}) => {
      const payload = JSON.stringify(event);
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        ...(signedAt === undefined ? {} : { timestamp: signedAt }),
      });
      const reply = await fetch(`${at ?? shop.url}${path}`, {
        method: 'POST',
        body: payload,
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      });
      return { status: reply.status, headers: reply.headers, body: await reply.json() };
    },
    order: (sessionId) => orders.findOne({ sessionId }).lean(),
    countOrders: () => orders.countDocuments(),
    addReseller: async (fields = {}, keys) => {
      const id = fields._id ?? randomBytes(12).toString('hex');
      const seal = (secret: string, field: string) =>
        sealer.seal(secret, secretPlace('resellers', id, field));
      const created = await resellers.create({
        _id: id,
        businessName: 'Acme Tools',
        slugs: [`acme-tools-${id.slice(0, 6)}`],
        createdAt: new Date(),
        ...(keys && {
          sealedSecretKey: seal(keys.secretKey, 'sealedSecretKey'),
          sealedPublishableKey: seal(keys.publishableKey, 'sealedPublishableKey'),
          sealedWebhookSecret: seal(keys.webhookSecret, 'sealedWebhookSecret'),
          usesTestKeys: keys.secretKey.includes('_test_'),
        }),
        ...fields,
      });
      return created.toObject();
    },
    reconcile: () => service.runJob('reconcile payment accounts'),
    runJob: service.runJob,
    restart: service.restart,
    close: async () => {
      await service.close(fakeService);
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function act(path: string, body: object): Promise<void> {
    const reply = await send(`${sandbox.url}${path}`, { json: body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }
  return shop;
}

export function idempotencyKey(): string {
  return randomUUID();
}
