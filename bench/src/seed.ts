import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { mongo, type Connection } from 'mongoose';
import type { Platform } from './platform.ts';

const BATCH = 1000;

/** Inserts documents into a service's collection. */
export async function seed(
  database: Connection,
  collection: string,
  count: number,
  documentOf: (index: number) => object,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const size = Math.min(BATCH, count - start);
    const batch = Array.from({ length: size }, (_, offset) => documentOf(start + offset));
    await database.collection(collection).insertMany(batch, { ordered: false });
  }
}

/** Licenses issued a minute apart, as the service stores them. All have the same key but different indexes. */
export function licenseSeed({ secrets }: Platform) {
  const sealer = buildSealer(secrets.LICENSE_KEY_SEAL_KEYS.split(','));
  return (index: number, resellerId: string, _id = new mongo.ObjectId()) => ({
    _id,
    orderId: `order-${index}`,
    keyIndex: `key-${index}`,
    sealedKey: sealer.seal('A'.repeat(32), licenseKeyPlace(_id.toHexString())),
    issuedAt: minute(index),
    email: `buyer-${index}@example.com`,
    emailKey: `buyer-${index}@example.com`,
    origin: 'order',
    seller: { resellerId, businessName: 'Bench' },
    customerBusinessName: '',
    notes: '',
    status: 'active',
    payment: { refunded: false, disputeLost: false, disputeOpen: false, disputeRevision: 0 },
    devices: [],
    publishCount: 1,
    version: 1,
    createdAt: minute(index),
    updatedAt: minute(index),
  });
}

/** Orders paid a minute apart. The first was paid now. */
export function orderSeed(index: number, resellerId: string) {
  const paidAt = new Date(Date.now() - index * 60_000);
  return {
    _id: new mongo.ObjectId().toHexString(),
    sessionId: `cs_test_${index}`,
    paymentIntentId: `pi_${index}`,
    productType: 'main_product',
    resellerId,
    businessName: 'Bench',
    livemode: false,
    money: { amountMinor: 7900, currency: 'USD' },
    customerEmail: `buyer-${index}@example.com`,
    canonicalEmail: `buyer-${index}@example.com`,
    emailProblem: null,
    customerName: `Buyer ${index}`,
    customerBusinessName: null,
    facts: {},
    status: 'completed',
    isPaidPublished: true,
    revision: 1,
    createdAt: paidAt,
    paidAt,
    soldAt: paidAt,
    isCompleted: true,
    sealedLicenseKey: null,
    licenseId: null,
    history: [{ at: paidAt, kind: 'paid' }],
    publishCount: 1,
  };
}

function minute(index: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + index * 60_000);
}
