import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { parseConfig } from '@leadping/service-kit/process/config';
import { createHash, randomBytes } from 'node:crypto';
import { Types, type Connection } from 'mongoose';
import { deliveryModel } from '../../../svc-commerce/src/order-webhooks/delivery.model.ts';
import { orderModel } from '../../../svc-commerce/src/orders/order.model.ts';
import { resellerModel } from '../../../svc-commerce/src/resellers/reseller.model.ts';
import { LicensingConfig } from '../../../svc-licensing/src/config.ts';
import { generateKey } from '../../../svc-licensing/src/keys/generate-key.ts';
import { buildKeyVault } from '../../../svc-licensing/src/keys/key-vault.ts';
import { webhookAccessModel } from '../../../svc-licensing/src/license-create/webhook-access.model.ts';
import { licenseModel } from '../../../svc-licensing/src/licenses/license.model.ts';
import type { Stack } from './stack.ts';

/** Number of documents of each kind. */
const COUNT = 3;
export const DEVICE_ID = 'device-of-a-customer';
/** The idempotency key of the refund that every order has. With it, its seller gets the refund again, and nobody else does. */
export const REFUND_KEY = 'refund-of-a-tenant';
/** Some days ago, the same for every tenant. */
const START = Date.now() - 5 * 24 * 3_600_000;

/** Ids of a tenant's documents. All other data of two tenants is equal. */
export interface TenantIds {
  reseller: string;
  orders: string[];
  sessions: string[];
  deliveries: string[];
  licenses: string[];
  licenseKeys: string[];
}

export const slugOf = (reseller: string) => `identical-tools-${reseller.slice(0, 8)}`;

export function newTenantIds(): TenantIds {
  const reseller = randomBytes(12).toString('hex');
  // Ids increase in the same way, so that lists have the same order for all tenants.
  const hexIds = () =>
    Array.from({ length: COUNT }, (_, at) => `${at}${randomBytes(12).toString('hex').slice(1)}`);
  const orders = hexIds();
  return {
    reseller,
    orders,
    sessions: orders.map((id) => `cs_test_${id}`),
    deliveries: orders.map((id) => `${id}:reseller:${reseller}`),
    licenses: hexIds(),
    licenseKeys: Array.from({ length: COUNT }, () => generateKey()),
  };
}

/** Stores a reseller with orders, webhook deliveries, licenses with a device each, and the secret of license-create. */
export async function storeTenant(stack: Stack, ids: TenantIds): Promise<void> {
  const databaseOf = (name: string): Connection => {
    const database = stack.databases.get(name);
    if (!database) throw new Error(`There is no database ${name}`);
    return database;
  };
  const commerce = databaseOf('commerce');
  const licensing = databaseOf('licensing');
  const businessName = 'Identical Tools';
  const moments = ids.orders.map((_, at) => new Date(START + at * 3_600_000));
  const momentOf = (at: number) => moments[at] ?? new Date(START);
  const emailOf = (at: number) => `customer-${at}@example.com`;
  const money = { amountMinor: 7900, currency: 'USD' } as const;

  await resellerModel(commerce).create({
    _id: ids.reseller,
    businessName,
    slugs: [slugOf(ids.reseller)],
    // Sums are those of the mode of the keys.
    usesTestKeys: true,
    createdAt: momentOf(0),
  });
  await orderModel(commerce).insertMany(
    ids.orders.map((_id, at) => ({
      _id,
      sessionId: ids.sessions[at],
      paymentIntentId: `pi_${_id}`,
      productType: 'main_product',
      resellerId: ids.reseller,
      businessName,
      livemode: false,
      money,
      customerEmail: emailOf(at),
      canonicalEmail: emailOf(at),
      // An inquiry, so that lists of disputes are not empty and the order stays completed.
      facts: { paid: true, failed: false, refundedMinor: 0, disputes: { [`du_${_id}`]: 'inquiry' } },
      disputeDueAt: momentOf(at),
      hasDispute: true,
      status: 'completed',
      isPaidPublished: true,
      revision: 1,
      createdAt: momentOf(at),
      paidAt: momentOf(at),
      soldAt: momentOf(at),
      isCompleted: true,
      refundRequests: [
        {
          id: `refund-${at}`,
          keyHash: createHash('sha256').update(REFUND_KEY).digest('hex'),
          amountMinor: 100,
          requestedAt: momentOf(at),
          state: 'accepted',
          refundId: `re_${at}`,
        },
      ],
      licenseId: ids.licenses[at],
      withdrawal: { receivedAt: momentOf(at), name: 'Ann', outcome: 'request' },
    })),
  );
  await deliveryModel(commerce).insertMany(
    ids.deliveries.map((_id, at) => ({
      _id,
      orderId: ids.orders[at],
      receiver: `reseller:${ids.reseller}`,
      url: 'https://receiver.example/hook',
      state: 'stopped',
      nextAttempt: 10,
      attempts: [{ at: momentOf(at), status: 500, error: null, durationMs: 12 }],
      createdAt: momentOf(at),
    })),
  );
  const config = parseConfig(LicensingConfig, stack.environment);
  const vault = buildKeyVault(config.LICENSE_INDEX_SECRET, buildSealer(config.LICENSE_KEY_SEAL_KEYS));
  await licenseModel(licensing).insertMany(
    ids.licenses.map((id, at) => ({
      _id: new Types.ObjectId(id),
      orderId: ids.orders[at],
      keyIndex: vault.indexOf(ids.licenseKeys[at] ?? ''),
      sealedKey: vault.seal(ids.licenseKeys[at] ?? '', id),
      issuedAt: momentOf(at),
      email: emailOf(at),
      emailKey: emailOf(at),
      mail: { outcome: 'sent', error: null, settledAt: momentOf(at) },
      origin: 'order',
      seller: { resellerId: ids.reseller, businessName },
      status: 'active',
      devices: [
        {
          deviceId: DEVICE_ID,
          activatedAt: momentOf(at),
          lastUsedAt: momentOf(at),
          token: 'none',
          tokenSignedAt: momentOf(at),
        },
      ],
      createdAt: momentOf(at),
      updatedAt: momentOf(at),
    })),
    { timestamps: false },
  );
  await webhookAccessModel(licensing).create({
    _id: ids.reseller,
    sealedSecret: 'none',
    hint: ids.reseller.slice(-4),
    createdAt: momentOf(0),
  });
}

/** Reads the stored data of a tenant for exact comparison. */
export async function readTenant({ databases }: Stack, { reseller }: TenantIds): Promise<string> {
  const places = [
    ['commerce', 'resellers', '_id'],
    ['commerce', 'orders', 'resellerId'],
    ['commerce', 'webhook_deliveries', 'receiver'],
    ['licensing', 'licenses', 'seller.resellerId'],
    ['licensing', 'webhook_access', '_id'],
  ] as const;
  const found = await Promise.all(
    places.map(async ([database, collection, field]) =>
      databases
        .get(database)
        ?.collection(collection)
        .find({ [field]: field === 'receiver' ? `reseller:${reseller}` : reseller } as object)
        .sort({ _id: 1 })
        .toArray(),
    ),
  );
  for (const [at, documents] of found.entries()) {
    if (!documents?.length) throw new Error(`Nothing is stored in ${places[at]?.join('.')}`);
  }
  return JSON.stringify(found);
}
