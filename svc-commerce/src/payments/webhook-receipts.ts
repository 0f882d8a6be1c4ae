import { Schema, trusted, type Connection } from 'mongoose';
import { LRUCache } from 'lru-cache';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { accountName, type PaymentAccount } from '../payment-accounts/account.ts';

/** When an event of a payment account last came with a signature that fits. */
export interface WebhookReceipts {
  record: (account: PaymentAccount) => Promise<void>;
  /** Up to twenty seconds too early. */
  latestOf: (account: PaymentAccount) => Promise<Date | null>;
}

interface WebhookReceipt {
  /** `accountName`. */
  _id: string;
  at: Date;
}

/** A busy account is not written for each of its events. */
const PRECISION_MS = 10_000;
const MAX_ACCOUNTS = 1000;

const schema = new Schema<WebhookReceipt>({
  _id: { type: String, required: true },
  at: { type: Date, required: true },
});

export function openWebhookReceipts(database: Connection): WebhookReceipts {
  const receipts = database.model<WebhookReceipt>('WebhookReceipt', schema, 'webhook_receipts');
  /** Accounts whose receipt is young enough: nothing is written for them. */
  const recorded = new LRUCache<string, true>({ max: MAX_ACCOUNTS, ttl: PRECISION_MS });
  return {
    record: async (account) => {
      const _id = accountName(account);
      if (recorded.has(_id)) return;
      const now = Date.now();
      const stale = { _id, at: trusted({ $lt: new Date(now - PRECISION_MS) }) };
      try {
        await receipts.updateOne(stale, { $set: { at: new Date(now) } }, { upsert: true });
      } catch (error) {
        // Another instance has recorded one that is young enough.
        if (!isDuplicateKey(error)) throw error;
      }
      recorded.set(_id, true);
    },
    latestOf: async (account) => (await receipts.findById(accountName(account)).lean())?.at ?? null,
  };
}
