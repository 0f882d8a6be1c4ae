import { canonicalEmail } from '@leadping/contracts/email-address';
import { EMPTY_SALES_PAGE, type SalesPage } from '@leadping/contracts/commerce/sales-page';
import { EMPTY_SELLER_DETAILS, type SellerDetails } from '@leadping/contracts/commerce/seller-details';
import { NO_TAX, type SellerTax } from '@leadping/contracts/commerce/seller-tax';
import { DEFAULT_PROMISES, type SellerPromises } from '@leadping/contracts/commerce/seller-promises';
import type { Currency, Money } from '@leadping/contracts/money';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';
import { endpointFields, type WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';

/** A tenant, with their own page, price, currency and payment account. Secrets are sealed. */
export interface ResellerDocument {
  /** Never changes. For bought reseller rights it is the id of that order. */
  _id: string;
  businessName: string;
  /** Sort key of the list by name. Written with every rename. */
  sortName: string;
  contactPerson: string;
  phone: string;
  notes: string;
  /**
   * The current slug. Older documents also have former slugs, which the next rename moves to their own collection. A
   * slug is never given to another reseller.
   */
  slugs: string[];
  isActive: boolean;
  /** When the payment of the reseller rights was refunded. */
  rightsEndedAt: Date | null;
  /** Value of `isActive` if that refund fails. Admins change both. */
  isActiveWithRights?: boolean;
  /** Minor units of `currency`. */
  productPrice: number;
  currency: Currency;
  logoName: string | null;
  /** Absent on documents older than this field. */
  salesPage?: SalesPage;
  /** Origins to which a cancelled payment leads straight back. Absent on documents older than this field. */
  embeddingSites?: string[];
  /** Absent on documents older than this field, as are the promises. */
  sellerDetails?: SellerDetails;
  /** Whether each sale is mailed to the reseller. Absent on older documents, which means true. */
  saleNotices?: boolean;
  promises?: SellerPromises;
  tax?: SellerTax;
  sealedSecretKey: string | null;
  sealedPublishableKey: string | null;
  sealedWebhookSecret: string | null;
  /** Whether the stored secret key is a test key, known without opening it. */
  usesTestKeys: boolean;
  orderWebhook: WebhookEndpoint;
  /** A copy of the sign-in's address, for mails about the webhook; identity owns it. */
  email: string | null;
  canonicalEmail: string | null;
  /** Revision of `email`, counted by identity. Absent on documents older than this field. */
  emailRevision?: number;
  createdAt: Date;
  deletedAt: Date | null;
  outbox?: OutboxEntry[];
}

export function priceOf({
  productPrice,
  currency,
}: Pick<ResellerDocument, 'productPrice' | 'currency'>): Money {
  return { amountMinor: productPrice, currency };
}

/** `acme` and `Acme` sort alike. */
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
    sellerDetails: { type: Object, default: EMPTY_SELLER_DETAILS },
    promises: { type: Object, default: DEFAULT_PROMISES },
    tax: { type: Object, default: NO_TAX },
    saleNotices: { type: Boolean, default: true },
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
