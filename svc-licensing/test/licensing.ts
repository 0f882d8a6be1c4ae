import type { orderPaid, orderRefunded } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { Actor } from '@leadping/contracts/actor';
import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { randomBytes, randomUUID } from 'node:crypto';
import mongoose, { type Connection } from 'mongoose';
import {
  actorHeaders,
  dropStack,
  openFakeService,
  send,
  testActor,
  testConfig,
  type FakeService,
  type Reply,
} from '../../service-kit/test/harness.ts';
import { buildLicensing } from '../src/app.ts';
import { LicensingConfig } from '../src/config.ts';
import { licenseModel, type Licenses } from '../src/licenses/license.model.ts';

export interface Licensing {
  config: LicensingConfig;
  url: string;
  /** Stands in for commerce: orders, settings, resellers. */
  commerce: FakeService;
  support: FakeService;
  database: Connection;
  licenses: Licenses;
  /** The key that an event carries sealed. */
  keyIn: (published: { sealedLicenseKey: string }) => string;
  /** A request as this person, or as nobody. */
  as: (
    actor: Partial<Actor> | null,
    path: string,
    options?: { method?: string; json?: unknown; headers?: Record<string, string> },
  ) => Promise<Reply>;
  onDevice: (
    verb: 'activate' | 'validate' | 'deactivate',
    licenseKey: string,
    deviceId?: string,
  ) => Promise<Validation>;
  /** Closes the service and starts another one on the same data. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}

export async function startLicensing(overrides: Record<string, string> = {}): Promise<Licensing> {
  const config = testConfig(LicensingConfig, {
    LICENSE_SIGNING_SEED: randomBytes(32).toString('hex'),
    LICENSE_INDEX_SECRET: randomBytes(32).toString('hex'),
    ...overrides,
  });
  let service = await buildLicensing(config);
  let url = await service.listen();
  const commerce = await openFakeService(config, 'svc-commerce');
  const support = await openFakeService(config, 'svc-support');
  const database = await mongoose
    .createConnection(config.MONGODB_URI, { dbName: `${config.DATABASE_PREFIX}licensing` })
    .asPromise();
  const licensing: Licensing = {
    config,
    get url() {
      return url;
    },
    commerce,
    support,
    database,
    licenses: licenseModel(database),
    keyIn: ({ sealedLicenseKey }) => buildSealer(config.SEAL_KEYS).open(sealedLicenseKey),
    as: async (actor, path, options = {}) => {
      const identity = actor ? await actorHeaders(config, testActor(actor)) : {};
      return send(`${url}${path}`, { ...options, headers: { ...identity, ...options.headers } });
    },
    onDevice: async (verb, licenseKey, deviceId = 'device-0001') => {
      const reply = await send(`${url}/api/license/${verb}`, { json: { licenseKey, deviceId } });
      if (reply.status !== 200) throw new Error(`${verb} answered ${reply.status}`);
      return reply.body as Validation;
    },
    restart: async () => {
      await service.close();
      service = await buildLicensing(config);
      url = await service.listen();
    },
    close: async () => {
      await service.close();
      await Promise.all([commerce.close(), support.close(), database.close()]);
      await dropStack(config);
    },
  };
  return licensing;
}

export const ADMIN = { role: 'admin', userId: 'admin-1', username: 'admin' } as const;

export function reseller(resellerId: string) {
  return { role: 'reseller', username: 'reseller', resellerId } as const;
}

type PaidOrder = PayloadOf<typeof orderPaid>;

export function paidOrder(overrides: Partial<PaidOrder> = {}): PaidOrder {
  const orderId = randomBytes(12).toString('hex');
  return {
    orderId,
    productType: 'main_product',
    seller: { resellerId: null, businessName: 'Leadping' },
    customerEmail: `buyer-${randomUUID().slice(0, 8)}@example.com`,
    customerName: null,
    money: { amountMinor: 7900, currency: 'USD' },
    stripeSessionId: `cs_test_${orderId}`,
    paidAt: new Date().toISOString(),
    ...overrides,
  };
}

/** What commerce publishes of an order whose money went back or is disputed. */
export function paymentStatus(order: PaidOrder, revision: number): PayloadOf<typeof orderRefunded> {
  const { orderId, productType, seller, customerEmail } = order;
  return { orderId, productType, seller, customerEmail, revision };
}
