import { EventEmitter } from 'node:events';
import type { HookRequest, HookBin } from './hooks/bin.ts';
import type { Mail } from './postmark/mail.ts';
import type { StripeAccount } from './stripe/accounts/account.ts';
import type { OwnedProfile } from './stripe/accounts/profile.ts';
import type { SavedReply } from './stripe/idempotency.ts';
import type {
  BalanceTransaction,
  Charge,
  Coupon,
  Customer,
  Dispute,
  Invoice,
  InvoicePayment,
  Owned,
  OwnedEndpoint,
  OwnedSession,
  PaymentIntent,
  Product,
  PromotionCode,
  Refund,
  StripeEvent,
} from './stripe/objects/types.ts';
import type { Delivery } from './stripe/webhooks/delivery.ts';
import { Collection } from './state/collection.ts';
import { noJournal, openJournal, readJournal, type Journal, type JournalLine } from './state/journal.ts';

export interface Store {
  accounts: Collection<StripeAccount>;
  profiles: Collection<OwnedProfile>;
  coupons: Collection<Owned<Coupon>>;
  invoices: Collection<Owned<Invoice>>;
  invoicePayments: Collection<Owned<InvoicePayment>>;
  promotionCodes: Collection<Owned<PromotionCode>>;
  sessions: Collection<OwnedSession>;
  products: Collection<Owned<Product>>;
  customers: Collection<Owned<Customer>>;
  paymentIntents: Collection<Owned<PaymentIntent>>;
  charges: Collection<Owned<Charge>>;
  refunds: Collection<Owned<Refund>>;
  disputes: Collection<Owned<Dispute>>;
  balanceTransactions: Collection<Owned<BalanceTransaction>>;
  events: Collection<Owned<StripeEvent>>;
  webhookEndpoints: Collection<OwnedEndpoint>;
  deliveries: Collection<Delivery>;
  savedReplies: Collection<SavedReply>;
  mails: Collection<Mail>;
  hookBins: Collection<HookBin>;
  hookRequests: Collection<HookRequest>;
  /** Emits `change` with the name of the changed collection. */
  changes: EventEmitter<{ change: [collection: string] }>;
  clear(): void;
  close(): void;
}

export function openStore(dataFolder?: string): Store {
  const changes: Store['changes'] = new EventEmitter();
  changes.setMaxListeners(0);
  const all: {
    restore: Collection<{ id: string }>['restore'];
    name: string;
    dump(): JournalLine[];
    clear(): void;
    keepIn(journal: Journal): void;
  }[] = [];

  function collection<T extends { id: string }>(name: string): Collection<T> {
    const made = new Collection<T>(name, (changed) => changes.emit('change', changed));
    all.push({
      name,
      restore: (id, record) => made.restore(id, record),
      dump: () => made.oldestFirst().map((record) => ({ collection: name, id: record.id, record })),
      clear: () => made.clear(),
      keepIn: (journal) => made.keepIn(journal),
    });
    return made;
  }

  let journal = noJournal;
  const store: Store = {
    accounts: collection('accounts'),
    profiles: collection('profiles'),
    coupons: collection('coupons'),
    invoices: collection('invoices'),
    invoicePayments: collection('invoicePayments'),
    promotionCodes: collection('promotionCodes'),
    sessions: collection('sessions'),
    products: collection('products'),
    customers: collection('customers'),
    paymentIntents: collection('paymentIntents'),
    charges: collection('charges'),
    refunds: collection('refunds'),
    disputes: collection('disputes'),
    balanceTransactions: collection('balanceTransactions'),
    events: collection('events'),
    webhookEndpoints: collection('webhookEndpoints'),
    deliveries: collection('deliveries'),
    savedReplies: collection('savedReplies'),
    mails: collection('mails'),
    hookBins: collection('hookBins'),
    hookRequests: collection('hookRequests'),
    changes,
    clear: () => all.forEach((each) => each.clear()),
    close: () => journal.close(),
  };

  if (dataFolder !== undefined) {
    const byName = new Map(all.map((each) => [each.name, each]));
    for (const line of readJournal(dataFolder)) byName.get(line.collection)?.restore(line.id, line.record);
    journal = openJournal(
      dataFolder,
      all.flatMap((each) => each.dump()),
    );
    for (const each of all) each.keepIn(journal);
  }
  return store;
}
