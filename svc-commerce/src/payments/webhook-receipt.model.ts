import { Schema, trusted, type Connection, type Model } from 'mongoose';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { CommerceContext } from '../context.ts';
import { accountName, type PaymentAccount } from '../payment-accounts/account.ts';

/** When an event of a payment account last came with a signature that fits. */
export interface WebhookReceipt {
  /** `accountName`. */
  _id: string;
  at: Date;
}

/** A busy account is not written for each of its events. */
const PRECISION_MS = 10_000;

const schema = new Schema<WebhookReceipt>({
  _id: { type: String, required: true },
  at: { type: Date, required: true },
});

export function webhookReceiptModel(database: Connection): Model<WebhookReceipt> {
  return database.model<WebhookReceipt>('WebhookReceipt', schema, 'webhook_receipts');
}

export async function recordReceipt(
  { webhookReceipts }: Pick<CommerceContext, 'webhookReceipts'>,
  account: PaymentAccount,
): Promise<void> {
  const now = Date.now();
  const stale = { _id: accountName(account), at: trusted({ $lt: new Date(now - PRECISION_MS) }) };
  try {
    await webhookReceipts.updateOne(stale, { $set: { at: new Date(now) } }, { upsert: true });
  } catch (error) {
    // There is one that is young enough.
    if (!isDuplicateKey(error)) throw error;
  }
}
