import { orderPaid } from '@leadping/contracts/commerce/order-events';
import {
  resellerRightsRefused,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import { licenseIssued, readVersion1 } from '@leadping/contracts/licensing/license-events';
import { buildService, type Kit, type Service } from '@leadping/service-kit/service';
import { checkoutModel } from './checkouts/checkout.model.ts';
import { registerCheckouts } from './checkouts/routes.ts';
import type { Commerce } from './commerce.ts';
import type { CommerceConfig } from './config.ts';
import { logoModel } from './logos/logo.model.ts';
import { deliverDue } from './order-webhooks/deliver-due.ts';
import { deliveryModel } from './order-webhooks/delivery.model.ts';
import { onLicenseIssued } from './orders/on-license-issued.ts';
import { orderModel } from './orders/order.model.ts';
import { tellUnfulfilledAgain } from './orders/tell-again.ts';
import { buildOutbound } from './outbound/outbound.ts';
import { accountProgressModel } from './payments/account-progress.model.ts';
import { registerPaymentWebhooks } from './payments/routes.ts';
import { buildStripeClients } from './payments/stripe-clients.ts';
import { reconcileAccounts } from './payments/reconcile.ts';
import { registerPricing } from './pricing/routes.ts';
import { registerResellerAdministration } from './resellers/admin-routes.ts';
import { registerResellers } from './resellers/routes.ts';
import { registerLogos } from './logos/routes.ts';
import { registerOrderWebhooks } from './order-webhooks/routes.ts';
import { registerOrders } from './orders/routes.ts';
import { registerSettings } from './settings/routes.ts';
import { answerQuestions } from './questions.ts';
import { onRightsPaid } from './resellers/on-rights-paid.ts';
import { onUserJoined, settleRights } from './resellers/on-user-joined.ts';
import { resellerModel } from './resellers/reseller.model.ts';
import { seedSettings } from './settings/seed-settings.ts';
import { settingsModel } from './settings/settings.model.ts';
import { registerTenants } from './tenants/routes.ts';

const DELIVER_EVERY_MS = 1000;
const RECONCILE_EVERY_MS = 5000;
const TELL_AGAIN_EVERY_MS = 5000;

/** Builds the service without listening. */
export function buildCommerce(config: CommerceConfig): Promise<Service> {
  return buildService({ name: 'svc-commerce', config, setUp });
}

async function setUp(kit: Kit<CommerceConfig>): Promise<void> {
  const commerce = buildContext(kit);
  kit.relay.watch(commerce.orders as never);
  kit.relay.watch(commerce.settings as never);
  kit.relay.watch(commerce.resellers as never);

  registerPricing(kit.route, commerce);
  registerTenants(kit.route, commerce);
  registerCheckouts(kit.route, commerce);
  registerPaymentWebhooks(kit.route, commerce);
  registerOrders(kit.route, commerce);
  registerOrderWebhooks(kit.route, commerce);
  registerSettings(kit.route, commerce);
  registerResellers(kit.route, commerce);
  registerResellerAdministration(kit.route, commerce);
  registerLogos(kit.route, commerce);
  answerQuestions(commerce);

  kit.consume(licenseIssued, (payload) => onLicenseIssued(commerce, payload), {
    1: (told) => readVersion1(told, kit.sealer.seal),
  });
  kit.consume(orderPaid, (payload) => onRightsPaid(commerce, payload));
  kit.consume(userInvited, (payload) => onUserJoined(commerce, payload));
  kit.consume(userAttachedToReseller, (payload) => onUserJoined(commerce, payload));
  kit.consume(resellerRightsRefused, ({ orderId }) => settleRights(commerce, orderId));

  kit.every('deliver order webhooks', DELIVER_EVERY_MS, () => deliverDue(commerce));
  kit.every('tell unfulfilled orders again', TELL_AGAIN_EVERY_MS, () => tellUnfulfilledAgain(commerce));
  kit.every('reconcile payment accounts', RECONCILE_EVERY_MS, () => reconcileAccounts(commerce));
  await seedSettings(commerce);
}

function buildContext(kit: Kit<CommerceConfig>): Commerce {
  const { config, log, bus, relay, sealer, failpoint, clock, record, database } = kit;
  return {
    config,
    log,
    bus,
    relay,
    sealer,
    failpoint,
    clock,
    record,
    settings: settingsModel(database),
    resellers: resellerModel(database),
    logos: logoModel(database),
    checkouts: checkoutModel(database),
    orders: orderModel(database),
    deliveries: deliveryModel(database),
    accountProgress: accountProgressModel(database),
    stripe: buildStripeClients(config.STRIPE_API_BASE),
    outbound: buildOutbound({
      allowLoopbackHttp: config.OUTBOUND_ALLOW_LOOPBACK_HTTP,
      dnsServers: config.OUTBOUND_DNS_SERVERS,
    }),
  };
}
