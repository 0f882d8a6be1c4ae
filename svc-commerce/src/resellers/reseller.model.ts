import { canonicalEmail } from '@leadping/contracts/email-address';
import { EMPTY_SALES_PAGE, type SalesPage } from '@leadping/contracts/commerce/sales-page';
import type { Currency } from '@leadping/contracts/money';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';
import { endpointFields, type WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';

/** A tenant: who sells under their own page, price, currency and payment account. Secrets are sealed. */
export interface ResellerDocument {
  /** Never changes; for bought reseller rights it is the id of that order. */
  _id: string;
  businessName: string;
  /** The name as the list by name sorts it; written with every rename. */
  sortName: string;
  contactPerson: string;
  phone: string;
  notes: string;
  /**
   * The current slug, on older documents followed by former ones, which move to their own collection with the next
   * rename; none of them is ever given to somebody else.
   */
  slugs: string[];
  isActive: boolean;
  /** When the payment of their rights was taken back. */
  rightsEndedAt: Date | null;
  /** What `isActive` is once more if that refund fails; admins change both. */
  isActiveWithRights?: boolean;
  /** Minor units of `currency`. */
  productPrice: number;
  currency: Currency;
  logoName: string | null;
  /** Not there on documents that are older than it. */
  salesPage?: SalesPage;
  /** Origins to which a payment that was given up leads straight back; not there on documents that are older than it. */
  embeddingSites?: string[];
  sealedSecretKey: string | null;
  sealedPublishableKey: string | null;
  sealedWebhookSecret: string | null;
  /** Whether the stored secret key is a test key, known without opening it. */
  usesTestKeys: boolean;
  orderWebhook: WebhookEndpoint;
  /** A copy of the sign-in's address, for mails about the webhook; identity owns it. */
  email: string | null;
  canonicalEmail: string | null;
  /** Of `email`, by identity's count; not there on documents that are older than it. */
  emailRevision?: number;
  createdAt: Date;
  deletedAt: Date | null;
  outbox?: OutboxEntry[];
}

/** Case does not part `acme` from `Acme`. */
export function sortNameOf(businessName: string): string {
  return businessName.trim().toLowerCase();
}

function sortNameOfThis(this: { businessName: string }): string {
  return sortNameOf(this.businessName);
}

function canonicalEmailOfThis(this: { email: string | null }): string | null {
  return this.email === null ? null : canonicalEmail(this.email);
}

const text = { type: String, default: '' };
const sealed = { type: String, default: null };

const schema = new Schema<ResellerDocument>(
  {
    _id: { type: String, required: true },
    businessName: { type: String, required: true },
    sortName: { type: String, default: sortNameOfThis },
    contactPerson: text,
    phone: text,
    notes: text,
    slugs: { type: [String], required: true },
    isActive: { type: Boolean, default: true },
    rightsEndedAt: { type: Date, default: null },
    isActiveWithRights: Boolean,
    productPrice: { type: Number, default: 7900 },
    currency: { type: String, default: 'USD' },
    logoName: { type: String, default: null },
    salesPage: { type: Object, default: EMPTY_SALES_PAGE },
    embeddingSites: { type: [String], default: [] },
    sealedSecretKey: sealed,
    sealedPublishableKey: sealed,
    sealedWebhookSecret: sealed,
    usesTestKeys: { type: Boolean, default: false },
    orderWebhook: endpointFields,
    email: { type: String, default: null },
    canonicalEmail: { type: String, default: canonicalEmailOfThis },
    emailRevision: Number,
    createdAt: { type: Date, required: true },
    deletedAt: { type: Date, default: null },
  },
  { minimize: false },
);
schema.index({ slugs: 1 }, { unique: true });
schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
schema.index({ deletedAt: 1, sortName: 1, _id: 1 });
schema.index({ canonicalEmail: 1 });

export function resellerModel(database: Connection): OutboxModel<ResellerDocument> {
  return outboxModel(database, 'Reseller', schema, 'resellers');
}

export function currentSlug(reseller: Pick<ResellerDocument, 'slugs' | '_id'>): string {
  const [slug] = reseller.slugs;
  if (!slug) throw new Error(`Reseller ${reseller._id} has no slug`);
  return slug;
}
