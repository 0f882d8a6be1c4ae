import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection, type Types } from 'mongoose';
import { NOTHING_TAKEN_BACK, type Payment } from './payment-status.ts';

export interface Device {
  deviceId: string;
  deviceName?: string;
  activatedAt: Date;
  lastUsedAt: Date;
  /** Signed once and handed out for a day, so that a validation costs no signature. */
  token: string;
  tokenSignedAt: Date;
}

/** What a sold or given license has and the stub of an order that is not paid yet has not. */
export interface Issue {
  keyIndex: string;
  sealedKey: string;
  issuedAt: Date;
  /** Of the call or event that it was issued for. */
  issueTraceId?: string | undefined;
}

export interface License extends Partial<Issue> {
  _id: Types.ObjectId;
  /** Unique where present: an order makes one license. */
  orderId?: string;
  /** Unique where present: `<who>:<Idempotency-Key>` of the request that made it. */
  requestKey?: string;
  requestHash?: string;
  /** As it was typed, empty where a payment brought none: the key is mailed there. */
  email: string;
  /** Paid with a test key: it is revoked then. */
  testExpiresAt?: Date;
  /** The revision of the order at which its address was last corrected. */
  emailRevision?: number;
  /** When its address was last corrected, here or on the order, by the shared clock. */
  emailCorrectedAt?: Date;
  /** The canonical form of `email`, to find the license by. */
  emailKey: string;
  /** The address was corrected while the license was not active, or it ended before its key was mailed: the key goes once it is active. */
  isKeyOwed?: boolean;
  /** When somebody had the key mailed, within the hour before the newest of these mails. */
  keyMails?: Date[];
  /** What became of the newest mail with the key; absent until support has settled it. */
  mail?: { outcome: 'sent' | 'failed'; error: string | null; settledAt: Date };
  origin: 'order' | 'manual' | 'reseller' | 'webhook';
  seller: { resellerId: string | null; businessName: string };
  customerBusinessName: string;
  notes: string;
  status: LicenseStatus;
  /** Absent where it never changed, and on licenses that are older than this field. */
  statusChangedAt?: Date;
  payment: Payment;
  /** By an admin or by the reseller; a revoked license stays revoked. */
  revokedAt?: Date;
  /** Taken off the reseller's list. */
  deletedAt?: Date;
  devices: Device[];
  activatedAt?: Date;
  /** Different devices of the last day of sign-ins, newest first. Limited to the number that the alert needs. */
  signIns?: { deviceId: string; at: Date }[];
  /** The time of the last alert about too many devices. */
  manyDevicesAt?: Date;
  /** Until support has settled the mail with the key, the license is published again at this time. */
  republishAt?: Date;
  publishCount: number;
  /** Grows with each change of the payment status; a writer that saw an older one reads again. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
  outbox?: OutboxEntry[];
}

export type IssuedLicense = License & Issue;

const schema = new Schema<License>(
  {
    orderId: String,
    requestKey: String,
    requestHash: String,
    keyIndex: String,
    sealedKey: String,
    issuedAt: Date,
    issueTraceId: String,
    testExpiresAt: Date,
    emailRevision: Number,
    emailCorrectedAt: Date,
    email: { type: String, default: '' },
    emailKey: { type: String, default: '' },
    isKeyOwed: Boolean,
    keyMails: { type: [Date], default: undefined },
    mail: {
      type: { _id: false, outcome: String, error: { type: String, default: null }, settledAt: Date },
      default: undefined,
    },
    origin: { type: String, required: true },
    seller: { _id: false, resellerId: { type: String, default: null }, businessName: String },
    customerBusinessName: { type: String, default: '' },
    notes: { type: String, default: '' },
    status: { type: String, required: true },
    statusChangedAt: Date,
    payment: {
      _id: false,
      refunded: { type: Boolean, default: NOTHING_TAKEN_BACK.refunded },
      refundRevision: Number,
      disputeLost: { type: Boolean, default: NOTHING_TAKEN_BACK.disputeLost },
      disputeOpen: { type: Boolean, default: NOTHING_TAKEN_BACK.disputeOpen },
      disputeRevision: { type: Number, default: NOTHING_TAKEN_BACK.disputeRevision },
    },
    revokedAt: Date,
    deletedAt: Date,
    devices: {
      type: [
        {
          _id: false,
          deviceId: String,
          deviceName: String,
          activatedAt: Date,
          lastUsedAt: Date,
          token: String,
          tokenSignedAt: Date,
        },
      ],
      default: [],
    },
    activatedAt: Date,
    signIns: { type: [{ _id: false, deviceId: String, at: Date }], default: undefined },
    manyDevicesAt: Date,
    republishAt: Date,
    publishCount: { type: Number, default: 0 },
    version: { type: Number, default: 1 },
  },
  { timestamps: true },
);

/** In this order a reseller's list is read, so that a page costs the same however long the list is. */
export const ONE_SELLERS_LICENSES = { 'seller.resellerId': 1, _id: -1 } as const;
schema.index(ONE_SELLERS_LICENSES);
schema.index({ orderId: 1 }, { unique: true, sparse: true });
schema.index({ requestKey: 1 }, { unique: true, sparse: true });
schema.index({ keyIndex: 1 }, { unique: true, sparse: true });
schema.index({ republishAt: 1 }, { sparse: true });
schema.index({ manyDevicesAt: 1 }, { sparse: true });
schema.index({ testExpiresAt: 1 }, { sparse: true });
schema.index({ emailKey: 1, _id: -1 });
schema.index({ status: 1, _id: -1 });

export type Licenses = OutboxModel<License>;

export function licenseModel(database: Connection): Licenses {
  return outboxModel(database, 'License', schema, 'licenses');
}
