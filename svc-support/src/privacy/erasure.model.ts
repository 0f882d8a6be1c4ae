import type { PersonalService, RecordCount } from '@leadping/contracts/support/privacy-events';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';

interface ServiceReport {
  at: Date;
  removed: RecordCount[];
  kept: RecordCount[];
}

/** An erasure and the reports of the services. The address is deleted once all have reported. */
export interface ErasureDocument {
  _id: string;
  sealedEmail?: string;
  maskedEmail: string;
  /** A user name. */
  requestedBy: string;
  requestedAt: Date;
  reports: Partial<Record<PersonalService, ServiceReport>>;
  completedAt: Date | null;
  /** When it is requested again of the services that have not reported. */
  republishAt?: Date;
  outbox?: OutboxEntry[];
}

const schema = new Schema<ErasureDocument>(
  {
    _id: String,
    sealedEmail: String,
    maskedEmail: { type: String, required: true },
    requestedBy: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    reports: { type: Object, default: {} },
    completedAt: { type: Date, default: null },
    republishAt: Date,
  },
  { minimize: false, versionKey: false },
);
schema.index({ requestedAt: -1 });
schema.index({ republishAt: 1 }, { sparse: true });

export type Erasures = OutboxModel<ErasureDocument>;

export function erasureModel(database: Connection): Erasures {
  return outboxModel(database, 'Erasure', schema, 'erasures');
}
