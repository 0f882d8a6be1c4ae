import { buildService, type ServiceContext, type Service } from '@leadping/service-kit/process/service';
import { registerCheckoutRoutes } from './checkouts/routes.ts';
import { registerConsumers } from './consumers.ts';
import { buildContext } from './context.ts';
import { registerDiscountCodeRoutes } from './discount-codes/routes.ts';
import { servePrivacy } from '@leadping/service-kit/privacy/serve-privacy';
import type { CommerceConfig } from './config.ts';
import { deliveryQueue } from './order-webhooks/delivery-queue.ts';
import { fillListFields } from './orders/fill-list-fields.ts';
import { republishUnfulfilled } from './orders/republish.ts';
import { registerPaymentHealthRoutes } from './payment-health/routes.ts';
import { registerPaymentRoutes } from './payments/routes.ts';
import { reconcileQueue } from './payments/reconcile.ts';
import { registerRefundRoutes } from './refunds/routes.ts';
import { sendRefundsAgain } from './refunds/send-refund.ts';
import { registerResellerAdminRoutes } from './resellers/admin-routes.ts';
import { registerResellerRoutes } from './resellers/routes.ts';
import { registerLogoRoutes } from './logos/routes.ts';
import { registerOrderWebhookRoutes } from './order-webhooks/routes.ts';
import { measureBacklog } from './measure-backlog.ts';
import { registerOrderRoutes } from './orders/routes.ts';
import { registerReceiptRoutes } from './receipts/routes.ts';
import { registerSalesRoutes } from './sales/routes.ts';
import { registerSettingsRoutes } from './settings/routes.ts';
import { findObstacle, personalStores } from './privacy/personal-stores.ts';
import { registerRequests } from './requests.ts';
import { reportMissingDetails } from './settings/report-missing-details.ts';
import { seedSettings } from './settings/seed-settings.ts';
import { registerTenantRoutes } from './tenants/routes.ts';
import { decideWithdrawals } from './withdrawals/decide-withdrawals.ts';
import { registerDisputeRoutes } from './disputes/routes.ts';
import { registerWithdrawalRoutes } from './withdrawals/routes.ts';

const DELIVER_EVERY_MS = 1000;
const RECONCILE_EVERY_MS = 5000;
const REPUBLISH_EVERY_MS = 5000;
const SEND_REFUNDS_EVERY_MS = 10_000;
const DECIDE_WITHDRAWALS_EVERY_MS = 2000;
const MEASURE_EVERY_MS = 10_000;
const FILL_EVERY_MS = 60_000;

/** Builds the service without listening. */
export function buildCommerce(config: CommerceConfig): Promise<Service> {
  return buildService({ name: 'svc-commerce', config, setUp });
}

async function setUp(context: ServiceContext<CommerceConfig>): Promise<void> {
  const commerce = buildContext(context);

  registerTenantRoutes(context.route, commerce);
  registerCheckoutRoutes(context.route, commerce);
  registerDiscountCodeRoutes(context.route, commerce);
  registerPaymentRoutes(context.route, commerce);
  registerOrderRoutes(context.route, commerce);
  registerReceiptRoutes(context.route, commerce);
  registerRefundRoutes(context.route, commerce);
  registerDisputeRoutes(context.route, commerce);
  registerWithdrawalRoutes(context.route, commerce);
  registerSalesRoutes(context.route, commerce);
  registerPaymentHealthRoutes(context.route, commerce);
  registerOrderWebhookRoutes(context.route, commerce);
  registerSettingsRoutes(context.route, commerce);
  registerResellerRoutes(context.route, commerce);
  registerResellerAdminRoutes(context.route, commerce);
  registerLogoRoutes(context.route, commerce);
  registerRequests(commerce);
  registerConsumers(context.consume, commerce);
  servePrivacy(context, {
    stores: personalStores(commerce),
    findObstacle: (person) => findObstacle(commerce, person),
  });

  context.queue(DELIVER_EVERY_MS, deliveryQueue(commerce));
  context.queue(RECONCILE_EVERY_MS, reconcileQueue(commerce));
  context.every('republish unfulfilled orders', REPUBLISH_EVERY_MS, () => republishUnfulfilled(commerce));
  context.every('send refunds again', SEND_REFUNDS_EVERY_MS, () => sendRefundsAgain(commerce));
  context.every('decide withdrawals', DECIDE_WITHDRAWALS_EVERY_MS, () => decideWithdrawals(commerce));
  context.every('measure what waits', MEASURE_EVERY_MS, measureBacklog(commerce));
  context.every('fill fields of earlier orders', FILL_EVERY_MS, () => fillListFields(commerce));
  await Promise.all([seedSettings(commerce), fillListFields(commerce)]);
  await reportMissingDetails(context, commerce);
}
