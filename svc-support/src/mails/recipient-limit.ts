import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { createHash } from 'node:crypto';
import { Schema, type Connection, type Model } from 'mongoose';
import type { PurposeName } from './mail-purposes.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Mails to one recipient that strangers can cause. */
const MAX_AN_HOUR = 5;
const MAX_A_DAY = 20;
/** Lifetime of the link in a reset mail. */
const RESET_LINK_MS = HOUR_MS;
/** Maximum lifetime of a link in a mail. A later mail would be useless. */
const MAX_DELAY_MS = DAY_MS;

interface Place {
  due: Date;
  /** Hash of the mail's effect, whose event may be delivered again before the mail is stored. */
  effect: string;
}

/** The times of one recipient's mails that strangers caused, within a day before and after now. */
interface RecipientMails {
  /** Hash of the canonical address, so that no address is stored. */
  _id: string;
  /** In ascending order, of the last 24 hours and of the future. */
  places: Place[];
  resetAt?: Date;
  revision: number;
  expiresAt: Date;
}

export type RecipientLimit = Model<RecipientMails>;

const schema = new Schema<RecipientMails>({
  _id: String,
  places: { type: [{ _id: false, due: Date, effect: String }], required: true },
  resetAt: Date,
  revision: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function recipientLimitModel(database: Connection): RecipientLimit {
  return database.model<RecipientMails>('RecipientMails', schema, 'recipient_mails');
}

/**
 * Takes the recipient's next free place: at most five mails an hour and twenty a day. Exact across instances. The same effect
 * keeps the place that it has.
 * A password reset is sent now, even over the limit, if none was sent within the lifetime of its link. Otherwise strangers could
 * block a reset by using up the places.
 * @returns the time of the place in ms since 1970, `now` within the limit, or null if no place is free within a day
 */
export async function takePlace(
  limit: RecipientLimit,
  { toKey, effectId, purpose, now }: { toKey: string; effectId: string; purpose: PurposeName; now: number },
): Promise<number | null> {
  const [_id, effect] = [hashOf(toKey), hashOf(effectId)];
  for (;;) {
    const stored = await limit.findById(_id).lean();
    const taken = (stored?.places ?? []).filter(({ due }) => Number(due) > now - DAY_MS);
    const own = taken.find((place) => place.effect === effect);
    if (own) return Number(own.due);
    const needsReset = purpose === 'password-reset' && now - Number(stored?.resetAt ?? 0) >= RESET_LINK_MS;
    const times = taken.map(({ due }) => Number(due));
    const place = needsReset ? now : findPlace(times, now);
    if (place - now > MAX_DELAY_MS) return null;
    const due = new Date(place);
    const places = [...taken, { due, effect }].sort((a, b) => Number(a.due) - Number(b.due));
    const resetAt = needsReset ? due : stored?.resetAt;
    const revision = (stored?.revision ?? 0) + 1;
    const expiresAt = new Date(Math.max(place, ...times) + DAY_MS);
    const fields = { places, revision, expiresAt, ...(resetAt === undefined ? {} : { resetAt }) };
    if (await write(limit, _id, stored?.revision, fields)) return place;
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Finds a place after all waiting mails, which keeps their order. */
function findPlace(taken: readonly number[], now: number): number {
  const afterHour = (taken.at(-MAX_AN_HOUR) ?? 0) + HOUR_MS;
  const afterDay = (taken.at(-MAX_A_DAY) ?? 0) + DAY_MS;
  return Math.max(now, taken.at(-1) ?? 0, afterHour, afterDay);
}

/** @returns false if another instance was faster */
async function write(
  limit: RecipientLimit,
  _id: string,
  revision: number | undefined,
  fields: Omit<RecipientMails, '_id'>,
): Promise<boolean> {
  if (revision !== undefined) {
    const { matchedCount } = await limit.updateOne({ _id, revision }, { $set: fields });
    return matchedCount === 1;
  }
  try {
    await limit.create({ _id, ...fields });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}
