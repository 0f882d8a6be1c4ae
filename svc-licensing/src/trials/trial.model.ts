import { Schema, type Connection, type Model } from 'mongoose';

/** The trial of a mailbox. It stays after the trial and after an erasure, so that there is no second one. */
export interface Trial {
  /** Keyed hash of the mailbox. */
  _id: string;
  requestedAt: Date;
  /** As typed. Absent once the license was issued. */
  email?: string;
  /** Absent until the license was issued or the owner was erased. */
  handledAt?: Date;
}

const trialSchema = new Schema<Trial>({
  _id: String,
  requestedAt: { type: Date, required: true },
  email: String,
  handledAt: Date,
});
trialSchema.index({ handledAt: 1, requestedAt: 1 });

/** A device that activated a trial. It cannot activate the trial of another license. */
export interface TrialDevice {
  /** Keyed hash of the device's id. */
  _id: string;
  licenseId: string;
}

const deviceSchema = new Schema<TrialDevice>({ _id: String, licenseId: { type: String, required: true } });

/** The admin's setting. Absent before the first change. */
export interface TrialOffer {
  _id: 'trial-offer';
  isOffered: boolean;
}

const offerSchema = new Schema<TrialOffer>({ _id: String, isOffered: { type: Boolean, required: true } });

export interface TrialStores {
  trials: Model<Trial>;
  trialDevices: Model<TrialDevice>;
  trialOffers: Model<TrialOffer>;
}

export function trialStores(database: Connection): TrialStores {
  return {
    trials: database.model<Trial>('Trial', trialSchema, 'trials'),
    trialDevices: database.model<TrialDevice>('TrialDevice', deviceSchema, 'trial_devices'),
    trialOffers: database.model<TrialOffer>('TrialOffer', offerSchema, 'trial_offer'),
  };
}
