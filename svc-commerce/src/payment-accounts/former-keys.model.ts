import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import { Schema, trusted, Types, type Connection, type Model } from 'mongoose';
import { secretPlace } from '../secrets/sealed-fields.ts';
import type { PaymentAccount } from './account.ts';

/**
 * Replaced keys of a payment account. Payments, refunds and disputes that began with them are still verified and
 * reconciled with them. They start no checkout.
 */
export interface FormerKeys extends PaymentAccount {
  sealedSecretKey: string | null;
  sealedWebhookSecret: string | null;
  replacedAt: Date;
  /** Deletion time. Every event that still uses the keys extends it. */
  expiresAt: Date;
}

export type StoredFormerKeys = FormerKeys & { _id: unknown };

interface Stores {
  formerKeys: Model<FormerKeys>;
}

const DAY_MS = 24 * 3_600_000;
/** A buyer may dispute a payment for 120 days, and for longer if the product was delivered later. */
export const FORMER_KEYS_KEPT_MS = 180 * DAY_MS;
/** Extend at most once per this interval, in ms, so that not every event writes. */
const PRECISION_MS = DAY_MS;

const schema = new Schema<FormerKeys>({
  resellerId: { type: String, default: null },
  livemode: { type: Boolean, required: true },
  sealedSecretKey: { type: String, default: null },
  sealedWebhookSecret: { type: String, default: null },
  replacedAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ resellerId: 1, replacedAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function formerKeysModel(database: Connection): Model<FormerKeys> {
  return database.model<FormerKeys>('FormerKeys', schema, 'former_payment_keys');
}

/**
 * Maximum former keys tried for a signature. It suffices for weekly rotation. More would only make forged signatures
 * expensive to check.
 */
const MAX_TRIED = 20;

/** The former keys of a reseller, or of the platform for null, newest first. */
export function findFormerKeys(
  { formerKeys }: Stores,
  resellerId: string | null,
): Promise<StoredFormerKeys[]> {
  return formerKeys
    .find({ resellerId, expiresAt: trusted({ $gt: new Date() }) })
    .sort({ replacedAt: -1 })
    .limit(MAX_TRIED)
    .lean();
}

/** Extends former keys that were just used to their full lifetime. */
export async function extendFormerKeys({ formerKeys }: Stores, keys: StoredFormerKeys): Promise<void> {
  const expiresAt = new Date(Date.now() + FORMER_KEYS_KEPT_MS);
  if (expiresAt.getTime() - keys.expiresAt.getTime() < PRECISION_MS) return;
  await formerKeys.updateOne({ _id: keys._id }, { $set: { expiresAt } });
}

interface Keys {
  secretKey: string | null;
  webhookSecret: string | null;
}

/** Records keys before they are replaced. After a crash in between, some recorded keys are still the current ones. */
export async function recordFormerKeys(
  { formerKeys, sealer }: Stores & { sealer: Sealer },
  account: PaymentAccount,
  before: Keys,
  after: Keys,
): Promise<void> {
  const isReplaced = (field: keyof Keys) => before[field] !== null && before[field] !== after[field];
  if (!isReplaced('secretKey') && !isReplaced('webhookSecret')) return;
  const _id = new Types.ObjectId();
  const seal = (secret: string | null, field: string) =>
    secret === null ? null : sealer.seal(secret, secretPlace('former-payment-keys', _id, field));
  const now = Date.now();
  await formerKeys.create({
    _id,
    resellerId: account.resellerId,
    livemode: account.livemode,
    sealedSecretKey: seal(before.secretKey, 'sealedSecretKey'),
    sealedWebhookSecret: seal(before.webhookSecret, 'sealedWebhookSecret'),
    replacedAt: new Date(now),
    expiresAt: new Date(now + FORMER_KEYS_KEPT_MS),
  });
}
