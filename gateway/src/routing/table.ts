import * as checkout from '@leadping/contracts/commerce/checkout-routes';
import * as logo from '@leadping/contracts/commerce/logo-routes';
import * as order from '@leadping/contracts/commerce/order-routes';
import * as orderTimeline from '@leadping/contracts/commerce/order-timeline-routes';
import * as orderWebhook from '@leadping/contracts/commerce/order-webhook-routes';
import * as paymentHealth from '@leadping/contracts/commerce/payment-health-routes';
import * as paymentWebhook from '@leadping/contracts/commerce/payment-webhook-routes';
import * as pricing from '@leadping/contracts/commerce/pricing-routes';
import * as resellerAdmin from '@leadping/contracts/commerce/reseller-admin-routes';
import * as reseller from '@leadping/contracts/commerce/reseller-routes';
import * as sales from '@leadping/contracts/commerce/sales-routes';
import * as settings from '@leadping/contracts/commerce/settings-routes';
import * as tenant from '@leadping/contracts/commerce/tenant-routes';
import { deadLetterRoutes } from '@leadping/contracts/dead-letter-routes';
import * as release from '@leadping/contracts/gateway/release-routes';
import * as account from '@leadping/contracts/identity/account-routes';
import * as emailVerification from '@leadping/contracts/identity/email-verification-routes';
import * as passwordReset from '@leadping/contracts/identity/password-reset-routes';
import * as session from '@leadping/contracts/identity/session-routes';
import * as adminLicense from '@leadping/contracts/licensing/admin-license-routes';
import * as device from '@leadping/contracts/licensing/device-routes';
import * as licenseCreate from '@leadping/contracts/licensing/license-create-routes';
import * as resellerLicense from '@leadping/contracts/licensing/reseller-license-routes';
import * as resend from '@leadping/contracts/licensing/resend-routes';
import * as selectors from '@leadping/contracts/licensing/selectors-routes';
import * as storeUrl from '@leadping/contracts/licensing/store-url-routes';
import type { Route } from '@leadping/contracts/route';
import { SERVICES } from '@leadping/contracts/services';
import * as audit from '@leadping/contracts/support/audit-routes';
import * as qa from '@leadping/contracts/support/qa-routes';
import * as systemLog from '@leadping/contracts/support/system-log-routes';
import * as ticket from '@leadping/contracts/support/ticket-routes';
import * as telemetry from '@leadping/contracts/telemetry';

const MODULES = [
  account,
  adminLicense,
  audit,
  checkout,
  device,
  emailVerification,
  licenseCreate,
  logo,
  order,
  orderTimeline,
  orderWebhook,
  passwordReset,
  paymentHealth,
  paymentWebhook,
  pricing,
  qa,
  release,
  reseller,
  resellerAdmin,
  resellerLicense,
  resend,
  sales,
  selectors,
  session,
  settings,
  storeUrl,
  systemLog,
  telemetry,
  tenant,
  ticket,
];

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'service' in value && 'method' in value && 'path' in value;

/** Routes that a contract's file exports together, as those of a delivery log. */
const isGroup = (value: unknown): value is Record<string, Route> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).every(isRoute);

/** The routes among the exports of a contract's file, alone or in groups. */
export function routesOf(module: object): Route[] {
  return Object.values(module).flatMap((value: unknown) => {
    if (isRoute(value)) return [value];
    return isGroup(value) ? Object.values(value) : [];
  });
}

/** Every call of the platform, as the contracts declare it; what is not here does not exist. */
export const ROUTES: readonly Route[] = [
  ...MODULES.flatMap(routesOf),
  ...SERVICES.filter((service) => service !== 'gateway').flatMap((service) =>
    routesOf(deadLetterRoutes(service)),
  ),
];
