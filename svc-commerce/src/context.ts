import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { OutboxModel } from '@leadping/service-kit/messaging/outbox';
import type { Model } from 'mongoose';
import type { CheckoutDocument } from './checkouts/checkout.model.ts';
import type { CommerceConfig } from './config.ts';
import type { LogoDocument } from './logos/logo.model.ts';
import type { DeliveryDocument } from './order-webhooks/delivery.model.ts';
import type { OrderDocument } from './orders/order.model.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { FormerKeys } from './payment-accounts/former-keys.model.ts';
import type { ReconciliationCursor } from './payment-accounts/reconciliation-cursor.model.ts';
import type { WebhookReceipt } from './payments/webhook-receipt.model.ts';
import type { StripeClients } from './payment-accounts/stripe-clients.ts';
import type { ResellerDocument } from './resellers/reseller.model.ts';
import type { SettingsDocument } from './settings/settings.model.ts';

/** What the functions of this service work with. */
export interface CommerceContext extends Pick<
  ServiceContext<CommerceConfig>,
  'config' | 'log' | 'bus' | 'relay' | 'sealer' | 'failpoint' | 'clock' | 'record' | 'tracing'
> {
  settings: OutboxModel<SettingsDocument>;
  resellers: OutboxModel<ResellerDocument>;
  logos: Model<LogoDocument>;
  checkouts: Model<CheckoutDocument>;
  orders: OutboxModel<OrderDocument>;
  deliveries: Model<DeliveryDocument>;
  reconciliationCursors: Model<ReconciliationCursor>;
  formerKeys: Model<FormerKeys>;
  webhookReceipts: Model<WebhookReceipt>;
  stripe: StripeClients;
  outbound: Outbound;
}
