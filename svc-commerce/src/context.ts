import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { openStore } from '@leadping/service-kit/storage/open-store';
import type { Model } from 'mongoose';
import { checkoutModel, type CheckoutDocument } from './checkouts/checkout.model.ts';
import type { CommerceConfig } from './config.ts';
import { deliveryModel, type DeliveryDocument } from './order-webhooks/delivery.model.ts';
import { orderModel, type OrderDocument } from './orders/order.model.ts';
import { buildOutbound, type Outbound } from './outbound/outbound.ts';
import { formerKeysModel, type FormerKeys } from './payment-accounts/former-keys.model.ts';
import {
  reconciliationCursorModel,
  type ReconciliationCursor,
} from './payment-accounts/reconciliation-cursor.model.ts';
import { claimCountModel, type ClaimCount } from './payments/claim-count.model.ts';
import { openWebhookReceipts, type WebhookReceipts } from './payments/webhook-receipts.ts';
import type { PaymentProvider } from './payment-provider/payment-provider.ts';
import { buildStripeProvider } from './payment-provider/stripe/stripe-provider.ts';
import { formerSlugModel, type FormerSlug } from './resellers/former-slug.model.ts';
import { resellerModel, type ResellerDocument } from './resellers/reseller.model.ts';
import { settingsModel, type SettingsDocument } from './settings/settings.model.ts';
import { withdrawalStatementModel, type WithdrawalStatement } from './withdrawals/statement.model.ts';

/** The dependencies of this service's functions. */
export interface CommerceContext extends Pick<
  ServiceContext<CommerceConfig>,
  'config' | 'log' | 'bus' | 'relay' | 'sealer' | 'failpoint' | 'clock' | 'record' | 'tracing' | 'metrics'
> {
  settings: OutboxModel<SettingsDocument>;
  resellers: OutboxModel<ResellerDocument>;
  formerSlugs: Model<FormerSlug>;
  /** Logos by name, in storage that every instance reads. */
  logos: FileStore;
  checkouts: Model<CheckoutDocument>;
  orders: OutboxModel<OrderDocument>;
  withdrawalStatements: Model<WithdrawalStatement>;
  claimCounts: Model<ClaimCount>;
  deliveries: Model<DeliveryDocument>;
  reconciliationCursors: Model<ReconciliationCursor>;
  formerKeys: Model<FormerKeys>;
  webhookReceipts: WebhookReceipts;
  licenseKeySealer: Sealer;
  paymentProvider: PaymentProvider;
  outbound: Outbound;
}

export function buildContext(context: ServiceContext<CommerceConfig>): CommerceContext {
  const { config, database } = context;
  return {
    ...context,
    settings: settingsModel(database),
    resellers: resellerModel(database),
    formerSlugs: formerSlugModel(database),
    logos: openStore(config, { bucket: config.LOGOS_BUCKET, folder: config.LOGOS_FOLDER }),
    checkouts: checkoutModel(database),
    orders: orderModel(database),
    withdrawalStatements: withdrawalStatementModel(database),
    claimCounts: claimCountModel(database),
    deliveries: deliveryModel(database),
    formerKeys: formerKeysModel(database),
    webhookReceipts: openWebhookReceipts(database),
    reconciliationCursors: reconciliationCursorModel(database),
    licenseKeySealer: buildSealer(config.LICENSE_KEY_SEAL_KEYS),
    paymentProvider: buildStripeProvider(config.STRIPE_API_BASE, context.log),
    outbound: buildOutbound({
      allowLoopbackHttp: config.OUTBOUND_ALLOW_LOOPBACK_HTTP,
      dnsServers: config.OUTBOUND_DNS_SERVERS,
    }),
  };
}
