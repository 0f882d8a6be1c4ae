import { Schema, type Connection, type Model } from 'mongoose';

/** An accepted image. It is kept in the database so that every instance serves it. */
export interface LogoDocument {
  /** A random file name with the extension of its type. */
  _id: string;
  resellerId: string;
  type: string;
  bytes: Buffer;
  createdAt: Date;
}

const schema = new Schema<LogoDocument>({
  _id: { type: String, required: true },
  resellerId: { type: String, required: true },
  type: { type: String, required: true },
  bytes: { type: Buffer, required: true },
  createdAt: { type: Date, required: true },
});
schema.index({ resellerId: 1 });

export function logoModel(database: Connection): Model<LogoDocument> {
  return database.model<LogoDocument>('Logo', schema, 'logos');
}
