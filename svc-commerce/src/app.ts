import { orderDisputeLost, orderPaid, orderRefunded } from '@leadping/contracts/commerce/order-events';
import {
  resellerRightsRefused,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { buildService, type ServiceContext, type Service } from '@leadping/service-kit/process/service';
import { checkoutModel } from './checkouts/checkout.model.ts';
import { registerCheckouts } from './checkouts/routes.ts';
import type { CommerceContext } from './context.ts';
import type { CommerceConfig } from './config.ts';
import { logoModel } from './logos/logo.model.ts';
import { buildDeliveryLanes } from './order-webhooks/delivery-lanes.ts';
import { deliveryModel } from './order-webhooks/delivery.model.ts';
import { onLicenseIssued } from './order-webhooks/on-license-issued.ts';
import { onMailSettled } from './orders/on-mail-settled.ts';
import { orderModel } from './orders/order.model.ts';
import { republishUnfulfilled } from './orders/republish.ts';
import { buildOutbound } from './outbound/outbound.ts';
import { formerKeysModel } from './payment-accounts/former-keys.model.ts';
import { reconciliationCursorModel } from './payment-accounts/reconciliation-cursor.model.ts';
import { registerPaymentHealth } from './payment-health/routes.ts';
import { registerPayments } from './payments/routes.ts';
import { buildStripeClients } from './payment-accounts/stripe-clients.ts';
import { webhookReceiptModel } from './payments/webhook-receipt.model.ts';
import { reconcileAccounts } from './payments/reconcile.ts';
import { registerResellerAdministration } from './resellers/admin-routes.ts';
import { registerResellers } from './resellers/routes.ts';
import { registerLogos } from './logos/routes.ts';
import { registerOrderWebhooks } from './order-webhooks/routes.ts';
import { registerOrders } from './orders/routes.ts';
import { registerSales } from './sales/routes.ts';
import { registerSettings } from './settings/routes.ts';
import { registerRequests } from './requests.ts';
import { onRightsEnded } from './reseller-rights/on-rights-ended.ts';
import { onRightsPaid } from './reseller-rights/on-rights-paid.ts';
import { onUserJoined, settleRights } from './reseller-rights/on-user-joined.ts';
import { resellerModel } from './resellers/reseller.model.ts';
import { seedSettings } from './settings/seed-settings.ts';
import { settingsModel } from './settings/settings.model.ts';
import { registerTenants } from './tenants/routes.ts';

const DELIVER_EVERY_MS = 1000;
const RECONCILE_EVERY_MS = 5000;
const REPUBLISH_EVERY_MS = 5000;

/** Builds the service without listening. */
export function buildCommerce(config: CommerceConfig): Promise<Service> {
  return buildService({ name: 'svc-commerce', config, setUp });
}

async function setUp(context: ServiceContext<CommerceConfig>): Promise<void> {
  const commerce = buildContext(context);

  registerTenants(context.route, commerce);
  registerCheckouts(context.route, commerce);
  registerPayments(context.route, commerce);
  registerOrders(context.route, commerce);
  registerSales(context.route, commerce);
  registerPaymentHealth(context.route, commerce);
  registerOrderWebhooks(context.route, commerce);
  registerSettings(context.route, commerce);
  registerResellers(context.route, commerce);
  registerResellerAdministration(context.route, commerce);
  registerLogos(context.route, commerce);
  registerRequests(commerce);

  context.consume(licenseIssued, (payload) => onLicenseIssued(commerce, payload));
  context.consume(licenseMailSettled, (payload) => onMailSettled(commerce, payload));
  context.consume(orderPaid, (payload) => onRightsPaid(commerce, payload));
  context.consume(orderRefunded, (payload) => onRightsEnded(commerce, payload, 'refunded'));
  context.consume(orderDisputeLost, (payload) => onRightsEnded(commerce, payload, 'dispute-lost'));
  context.consume(userInvited, (payload) => onUserJoined(commerce, payload));
  context.consume(userAttachedToReseller, (payload) => onUserJoined(commerce, payload));
  context.consume(resellerRightsRefused, ({ orderId }) => settleRights(commerce, orderId));

  const lanes = buildDeliveryLanes(commerce);
  context.every('deliver order webhooks', DELIVER_EVERY_MS, lanes.run);
  context.app.addHook('onClose', lanes.close);
  context.every('republish unfulfilled orders', REPUBLISH_EVERY_MS, () => republishUnfulfilled(commerce));
  context.every('reconcile payment accounts', RECONCILE_EVERY_MS, (signal) =>
    reconcileAccounts(commerce, signal),
  );
  await seedSettings(commerce);
}

function buildContext(context: ServiceContext<CommerceConfig>): CommerceContext {
  const { config, log, bus, relay, sealer, failpoint, clock, record, tracing, database } = context;
  return {
    config,
    log,
    bus,
    relay,
    sealer,
    failpoint,
    clock,
    record,
    tracing,
    settings: settingsModel(database),
    resellers: resellerModel(database),
    logos: logoModel(database),
    checkouts: checkoutModel(database),
    orders: orderModel(database),
    deliveries: deliveryModel(database),
    formerKeys: formerKeysModel(database),
    webhookReceipts: webhookReceiptModel(database),
    reconciliationCursors: reconciliationCursorModel(database),
    stripe: buildStripeClients(config.STRIPE_API_BASE),
    outbound: buildOutbound({
      allowLoopbackHttp: config.OUTBOUND_ALLOW_LOOPBACK_HTTP,
      dnsServers: config.OUTBOUND_DNS_SERVERS,
    }),
  };
}
