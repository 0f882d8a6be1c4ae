import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';
import type { Purchase } from '@leadping/contracts/purchase';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection, type Types } from 'mongoose';
import { NOTHING_TAKEN_BACK, type Payment } from './payment-status.ts';

export interface Device {
  deviceId: string;
  deviceName?: string;
  activatedAt: Date;
  lastUsedAt: Date;
  /** Signed once and returned for a day, so that a validation needs no signature. */
  token: string;
  tokenSignedAt: Date;
}

/** Fields that every issued license has. The stub of an unpaid order has none of them. */
export interface Issue {
  keyIndex: string;
  sealedKey: string;
  issuedAt: Date;
  /** Trace of the call or event that issued the license. */
  issueTraceId?: string | undefined;
}

/** A key that was replaced. It no longer works, and the refusal gives the reason. */
export interface FormerKey {
  keyIndex: string;
  rotatedAt: Date;
}

export interface License extends Partial<Issue> {
  _id: Types.ObjectId;
  /** 1, and one more with each rotation. Absent if the key was never replaced. */
  keyNumber?: number;
  /** The keys before the current one, the latest last. The number is limited. */
  formerKeys?: FormerKey[];
  /** Unique if present, because an order creates one license. */
  orderId?: string;
  /** Unique if present: `<who>:<Idempotency-Key>` of the request that created the license. */
  requestKey?: string;
  requestHash?: string;
  /** As typed; the key is mailed there. Empty if the payment has none. */
  email: string;
  /** Present if paid with a test key. The license is revoked then. */
  testExpiresAt?: Date;
  /** Present if it is a trial. The license is revoked then. */
  trialEndsAt?: Date;
  /** The revision of the order at which its address was last corrected. */
  emailRevision?: number;
  /** When its address was last corrected, here or on the order, by the shared clock. */
  emailCorrectedAt?: Date;
  /** The canonical form of `email`, to find the license by. */
  emailKey: string;
  /**
   * The key is mailed once the license is active. Set if the address was corrected while the license was inactive, or
   * if the license ended before its key was mailed.
   */
  isKeyOwed?: boolean;
  /** When somebody had the key mailed, within the hour before the newest of these mails. */
  keyMails?: Date[];
  /** Outcome of the newest mail with the key. Absent until support has settled it. */
  mail?: { outcome: 'sent' | 'failed'; error: string | null; settledAt: Date };
  origin: 'order' | 'manual' | 'reseller' | 'webhook';
  seller: { resellerId: string | null; businessName: string };
  /** What the buyer bought, for the mail with the key. Absent without an order, and on older licenses. */
  purchase?: Purchase;
  customerBusinessName: string;
  notes: string;
  status: LicenseStatus;
  /** Absent if the status never changed, and on licenses older than this field. */
  statusChangedAt?: Date;
  payment: Payment;
  /** Set when an admin or the reseller revokes the license. A revoked license stays revoked. */
  revokedAt?: Date;
  /** When the reseller removed it from their list. */
  deletedAt?: Date;
  devices: Device[];
  activatedAt?: Date;
  /** The newest sign-ins, also of devices that are signed out by now. Absent on licenses older than this field. */
  activations?: { deviceId: string; at: Date }[];
  /** Different devices of the last day of sign-ins, newest first. Limited to the number that the alert needs. */
  signIns?: { deviceId: string; at: Date }[];
  /** The time of the last alert about too many devices. */
  manyDevicesAt?: Date;
  /** When the license is published again, unless support settles the mail with the key before. */
  republishAt?: Date;
  publishCount: number;
  /** Incremented with each change of the payment status. A writer that saw an older version reads again. */
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
    keyNumber: Number,
    formerKeys: { type: [{ _id: false, keyIndex: String, rotatedAt: Date }], default: undefined },
    testExpiresAt: Date,
    trialEndsAt: Date,
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
    purchase: Object,
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
    activations: { type: [{ _id: false, deviceId: String, at: Date }], default: undefined },
    signIns: { type: [{ _id: false, deviceId: String, at: Date }], default: undefined },
    manyDevicesAt: Date,
    republishAt: Date,
    publishCount: { type: Number, default: 0 },
    version: { type: Number, default: 1 },
  },
  { timestamps: true },
);

/** Index in the sort order of a reseller's list, so that a page costs the same however long the list is. */
export const ONE_SELLERS_LICENSES = { 'seller.resellerId': 1, _id: -1 } as const;
schema.index(ONE_SELLERS_LICENSES);
schema.index({ orderId: 1 }, { unique: true, sparse: true });
schema.index({ requestKey: 1 }, { unique: true, sparse: true });
schema.index({ keyIndex: 1 }, { unique: true, sparse: true });
schema.index({ 'formerKeys.keyIndex': 1 }, { unique: true, sparse: true });
schema.index({ republishAt: 1 }, { sparse: true });
schema.index({ manyDevicesAt: 1 }, { sparse: true });
schema.index({ testExpiresAt: 1 }, { sparse: true });
schema.index({ trialEndsAt: 1 }, { sparse: true });
schema.index({ emailKey: 1, _id: -1 });
schema.index({ status: 1, _id: -1 });

export type Licenses = OutboxModel<License>;

export function licenseModel(database: Connection): Licenses {
  return outboxModel(database, 'License', schema, 'licenses');
}
