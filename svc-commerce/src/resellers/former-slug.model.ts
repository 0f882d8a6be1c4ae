import { Schema, type Connection, type Model } from 'mongoose';

/** A reseller's slug from before a rename. It still leads to their page and is never given to another reseller. */
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

/** Records former slugs. Already recorded ones stay unchanged. */
export async function recordFormerSlugs(
  { formerSlugs }: { formerSlugs: Model<FormerSlug> },
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
