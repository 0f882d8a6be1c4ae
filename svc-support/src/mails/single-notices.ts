import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { createHash } from 'node:crypto';
import { Schema, trusted, type Connection, type Model } from 'mongoose';

/** Time within which one address gets two notices by themselves. */
export const WINDOW_MS = 5 * 60_000;
const SLOTS = ['first', 'second'];

/** One of the two places that an address has. A notice keeps it for five minutes. */
interface SingleNotice {
  /** Hash of the canonical address, so that no address is stored, and the slot. */
  _id: string;
  effectId: string;
  until: Date;
}

export type SingleNotices = Model<SingleNotice>;

const schema = new Schema<SingleNotice>({
  _id: String,
  effectId: { type: String, required: true },
  until: { type: Date, required: true },
});
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export function singleNoticeModel(database: Connection): SingleNotices {
  return database.model<SingleNotice>('SingleNotice', schema, 'single_notices');
}

/**
 * Claims a slot for a notice, atomically: consumers handle many events at once.
 * @returns false if two other notices hold the slots of this address
 */
export async function claimSingle(
  singles: SingleNotices,
  { toKey, effectId, now }: { toKey: string; effectId: string; now: number },
): Promise<boolean> {
  const hash = createHash('sha256').update(toKey).digest('base64url');
  const until = new Date(now + WINDOW_MS);
  const isEnded = trusted({ $lte: new Date(now) });
  for (const slot of SLOTS) {
    const _id = `${hash}:${slot}`;
    try {
      await singles.updateOne({ _id, until: isEnded }, { $set: { effectId, until } }, { upsert: true });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The same event was delivered twice.
      if (await singles.exists({ _id, effectId })) return true;
    }
  }
  return false;
}
