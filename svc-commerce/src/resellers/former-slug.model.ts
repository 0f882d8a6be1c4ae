import { Schema, type Connection, type Model } from 'mongoose';
import type { CommerceContext } from '../context.ts';

/** A slug that a reseller had before a rename: it keeps leading to their page and is never given to somebody else. */
export interface FormerSlug {
  /** The slug. */
  _id: string;
  resellerId: string;
}

const schema = new Schema<FormerSlug>(
  { _id: { type: String, required: true }, resellerId: { type: String, required: true } },
  { versionKey: false },
);

export function formerSlugModel(database: Connection): Model<FormerSlug> {
  return database.model<FormerSlug>('FormerSlug', schema, 'former_slugs');
}

/** Records slugs as former ones; those that are recorded already stay as they are. */
export async function recordFormerSlugs(
  { formerSlugs }: Pick<CommerceContext, 'formerSlugs'>,
  resellerId: string,
  slugs: readonly string[],
): Promise<void> {
  await formerSlugs.bulkWrite(
    slugs.map((slug) => ({
      updateOne: { filter: { _id: slug }, update: { $setOnInsert: { resellerId } }, upsert: true },
    })),
    { ordered: false },
  );
}
