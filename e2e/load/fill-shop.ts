import { completeKey, KEY_ALPHABET, KEY_RANDOM_LENGTH } from '@leadping/contracts/licensing/read-license-key';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import { mongo } from 'mongoose';
import { createHmac } from 'node:crypto';
import type { Cluster } from './open-cluster.ts';

const BATCH = 1000;
const DAY_MS = 24 * 3_600_000;
const TRADE_MS = 730 * DAY_MS;
const SELLERS = 1000;
/** One of this many buyers has a ticket. */
const BUYERS_A_TICKET = 20;
/** Number of tickets that are not settled. */
const OPEN_TICKETS = 200;

/** A key as svc-licensing stores it. */
interface Vault {
  sealer: Sealer;
  indexSecret: Buffer;
}

/** Fields that trigger background work, removed from copies. */
const WORK_FIELDS = ['republishAt', 'outbox', 'nextAttemptAt', 'forgottenAt', 'testExpiresAt'];
const UNIQUE_FIELDS = ['idempotencyHash', 'returnId'];

type Document = Record<string, unknown>;

/** The buyer, time and seller of a purchase. Unique per index and reproducible. */
interface Purchase {
  index: number;
  id: string;
  email: string;
  paidAt: Date;
  resellerId: string | null;
  businessName: string;
}

/** The key of the license at an index, if it is active. */
export function activeKeyAt(index: number): string | undefined {
  return statusAt(index) === 'completed' && !isTest(index) ? keyAt(index) : undefined;
}

function keyAt(index: number): string {
  let letters = '';
  for (let left = index; left > 0; left = Math.floor(left / KEY_ALPHABET.length))
    letters = KEY_ALPHABET.charAt(left % KEY_ALPHABET.length) + letters;
  return completeKey(letters.padStart(KEY_RANDOM_LENGTH, KEY_ALPHABET.charAt(0)));
}

/**
 * Copies the documents of one purchase, its activation on a device and one ticket until there are this many licenses,
 * including orders, checkouts and mails. Spreads them over two years and a thousand sellers, one of whom has a tenth.
 */
export async function fillShop(
  { stack, databaseOf }: Pick<Cluster, 'stack' | 'databaseOf'>,
  count: number,
  options: { largeSeller: string; isStopping: () => boolean },
): Promise<void> {
  const collections = {
    licenses: databaseOf('licensing').collection('licenses'),
    orders: databaseOf('commerce').collection('orders'),
    checkouts: databaseOf('commerce').collection('checkouts'),
    mails: databaseOf('support').collection('mails'),
    tickets: databaseOf('support').collection('tickets'),
  };
  const modelOf = async (name: keyof typeof collections, filter: object) => {
    const model: Document = (await collections[name].findOne(filter)) ?? {};
    for (const field of [...WORK_FIELDS, ...UNIQUE_FIELDS]) delete model[field];
    return model;
  };
  const vault: Vault = {
    sealer: buildSealer(stack.secrets.LICENSE_KEY_SEAL_KEYS.split(',')),
    indexSecret: Buffer.from(stack.secrets.LICENSE_INDEX_SECRET, 'hex'),
  };
  const license = await modelOf('licenses', { 'devices.0': { $exists: true } });
  const models = {
    order: await modelOf('orders', { _id: license.orderId }),
    license,
    checkout: await modelOf('checkouts', { _id: license.orderId }),
    mail: await modelOf('mails', { kind: 'license-key' }),
    ticket: await modelOf('tickets', {}),
  };
  const first = await collections.licenses.countDocuments({});
  for (let present = first; present < count && !options.isStopping(); present += BATCH) {
    const size = Math.min(BATCH, count - present);
    const purchases = Array.from({ length: size }, (_, offset) =>
      purchaseAt(present + offset, options.largeSeller),
    );
    const withTicket = purchases.filter(({ index }) => index % BUYERS_A_TICKET === 0);
    const batches = [
      [collections.licenses, purchases.map((each) => licenseOf(each, models.license, vault))],
      [collections.orders, purchases.map((each) => orderOf(each, models.order))],
      [collections.checkouts, purchases.map((each) => checkoutOf(each, models.checkout))],
      [collections.mails, purchases.map((each) => mailOf(each, models.mail))],
      [collections.tickets, withTicket.map((each) => ticketOf(each, models.ticket))],
    ] as const;
    await Promise.all(
      batches
        .filter(([, documents]) => documents.length > 0)
        .map(([collection, documents]) => collection.insertMany(documents as never[], { ordered: false })),
    );
    if ((present - first) % (20 * BATCH) === 0) console.log(`  ${present + size} of ${count} licenses`);
  }
}

function purchaseAt(index: number, largeSeller: string): Purchase {
  // Knuth's multiplicative hash: adjacent indexes get distant, unique values.
  const spread = Math.imul(index, 2_654_435_761) >>> 0;
  const seller = sellerAt(index, largeSeller);
  return {
    index,
    id: `${spread.toString(16).padStart(8, '0')}${index.toString(16).padStart(16, '0')}`,
    email: `buyer-${spread.toString(36)}-${index}@example.com`,
    paidAt: new Date(Date.now() - Math.floor((spread / 2 ** 32) * TRADE_MS)),
    resellerId: seller,
    businessName: seller === null ? 'Leadping' : `Seller ${seller}`,
  };
}

function sellerAt(index: number, largeSeller: string): string | null {
  const place = index % 10;
  if (place === 0) return largeSeller;
  return place < 4 ? `seller-${Math.floor(index / 10) % SELLERS}` : null;
}

/** Twenty of a thousand orders are refunded, two disputed and one failed. */
function statusAt(index: number): 'completed' | 'refunded' | 'disputed' | 'failed' {
  if (index % 50 === 7) return 'refunded';
  if (index % 500 === 8) return 'disputed';
  return index % 1000 === 9 ? 'failed' : 'completed';
}

const isTest = (index: number) => index % 1000 === 3;

function licenseOf(
  { index, id, email, paidAt, resellerId, businessName }: Purchase,
  model: Document,
  { sealer, indexSecret }: Vault,
): Document {
  const status = statusAt(index);
  // Ids increase with time.
  const seconds = Math.floor(paidAt.getTime() / 1000);
  const key = keyAt(index);
  const licenseId = `${seconds.toString(16)}${index.toString(16).padStart(16, '0')}`;
  return {
    ...model,
    _id: new mongo.ObjectId(licenseId),
    sealedKey: sealer.seal(key, licenseKeyPlace(licenseId)),
    orderId: id,
    keyIndex: createHmac('sha256', indexSecret).update(key).digest('base64url'),
    email,
    emailKey: email,
    issuedAt: paidAt,
    seller: { resellerId, businessName },
    ...(isTest(index) ? { testExpiresAt: new Date(Date.now() + 30 * DAY_MS) } : {}),
    status: status === 'disputed' ? 'suspended' : status === 'refunded' ? 'revoked' : 'active',
    createdAt: paidAt,
    updatedAt: paidAt,
    outbox: [],
  };
}

function orderOf(
  { index, id, email, paidAt, resellerId, businessName }: Purchase,
  model: Document,
): Document {
  return {
    ...model,
    _id: id,
    sessionId: `cs_test_${id}`,
    paymentIntentId: `pi_${id}`,
    resellerId,
    businessName,
    livemode: !isTest(index),
    money: { amountMinor: 2900 + (index % 50) * 100, currency: 'USD' },
    customerEmail: email,
    canonicalEmail: email,
    status: statusAt(index),
    createdAt: paidAt,
    paidAt,
    licenseId: id,
    outbox: [],
  };
}

function checkoutOf({ id, paidAt, resellerId, businessName }: Purchase, model: Document): Document {
  return { ...model, _id: id, sessionId: `cs_test_${id}`, resellerId, businessName, createdAt: paidAt };
}

function mailOf({ id, email, paidAt }: Purchase, model: Document): Document {
  return {
    ...model,
    _id: `license-key/${id}`,
    to: email,
    toKey: email,
    licenseId: id,
    orderId: id,
    settledAt: paidAt,
    createdAt: paidAt,
    outbox: [],
  };
}

function ticketOf({ index, id, email, paidAt }: Purchase, model: Document): Document {
  const isOpen = index / BUYERS_A_TICKET < OPEN_TICKETS;
  return {
    ...model,
    _id: new mongo.ObjectId(),
    ticketNumber: `TKT-${id.toUpperCase()}`,
    email,
    emailKey: email,
    subject: `Question ${index}`,
    ...(isOpen ? {} : { status: 'closed', statusRank: 3, customerWaiting: false, deskRank: 5 }),
    createdAt: paidAt,
    updatedAt: paidAt,
    outbox: [],
  };
}
