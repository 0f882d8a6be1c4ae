import { Schema, type Connection, type Model } from 'mongoose';

/** Whether failing releases are rolled back automatically. Shared by all instances. */
export interface RollbackSwitch {
  _id: string;
  paused: boolean;
  by: string;
  at: Date;
}

export type RollbackSwitchModel = Model<RollbackSwitch>;

const ID = 'automatic-rollback';

export function rollbackSwitchModel(database: Connection): RollbackSwitchModel {
  const schema = new Schema<RollbackSwitch>(
    {
      _id: { type: String, required: true },
      paused: { type: Boolean, required: true },
      by: { type: String, required: true },
      at: { type: Date, required: true },
    },
    { versionKey: false, collection: 'release-settings', autoIndex: false },
  );
  return database.model<RollbackSwitch>('RollbackSwitch', schema);
}

export async function readRollbackSwitch(
  model: RollbackSwitchModel,
): Promise<{ paused: boolean; by: string | null; at: string | null }> {
  const stored = await model.findById(ID).lean();
  return stored
    ? { paused: stored.paused, by: stored.by, at: stored.at.toISOString() }
    : { paused: false, by: null, at: null };
}

export async function setRollbackSwitch(
  model: RollbackSwitchModel,
  paused: boolean,
  by: string,
): Promise<void> {
  await model.updateOne({ _id: ID }, { $set: { paused, by, at: new Date() } }, { upsert: true });
}
