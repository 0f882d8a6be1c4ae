import * as checkout from './commerce/checkout-routes.ts';
import * as customerOrder from './commerce/customer-order-routes.ts';
import * as dispute from './commerce/dispute-routes.ts';
import * as discountCode from './commerce/discount-code-routes.ts';
import * as logo from './commerce/logo-routes.ts';
import * as order from './commerce/order-routes.ts';
import * as orderTimeline from './commerce/order-timeline-routes.ts';
import * as orderWebhook from './commerce/order-webhook-routes.ts';
import * as paymentHealth from './commerce/payment-health-routes.ts';
import * as paymentWebhook from './commerce/payment-webhook-routes.ts';
import * as pricing from './commerce/pricing-routes.ts';
import * as receipt from './commerce/receipt-routes.ts';
import * as refund from './commerce/refund-routes.ts';
import * as resellerAdmin from './commerce/reseller-admin-routes.ts';
import * as reseller from './commerce/reseller-routes.ts';
import * as sales from './commerce/sales-routes.ts';
import * as settings from './commerce/settings-routes.ts';
import * as site from './commerce/site-routes.ts';
import * as tenant from './commerce/tenant-routes.ts';
import * as deadLetter from './dead-letter-routes.ts';
import * as buy from './gateway/buy-routes.ts';
import * as release from './gateway/release-routes.ts';
import * as violation from './gateway/violation-routes.ts';
import * as account from './identity/account-routes.ts';
import * as customerSession from './identity/customer-session-routes.ts';
import * as emailVerification from './identity/email-verification-routes.ts';
import * as freshSession from './identity/fresh-session-routes.ts';
import * as ownSession from './identity/own-session-routes.ts';
import * as passwordReset from './identity/password-reset-routes.ts';
import * as secondFactor from './identity/second-factor-routes.ts';
import * as secondStep from './identity/second-step-routes.ts';
import * as session from './identity/session-routes.ts';
import * as signInPolicy from './identity/sign-in-policy-routes.ts';
import * as adminLicense from './licensing/admin-license-routes.ts';
import * as customerLicense from './licensing/customer-license-routes.ts';
import * as device from './licensing/device-routes.ts';
import * as licenseCreate from './licensing/license-create-routes.ts';
import * as quota from './licensing/quota-routes.ts';
import * as resellerLicense from './licensing/reseller-license-routes.ts';
import * as resend from './licensing/resend-routes.ts';
import * as selectors from './licensing/selectors-routes.ts';
import * as captureReports from './licensing/capture-report-routes.ts';
import * as trial from './licensing/trial-routes.ts';
import * as storeUrl from './licensing/store-url-routes.ts';
import * as withdrawal from './commerce/withdrawal-routes.ts';
import type { Route } from './route.ts';
import * as audit from './support/audit-routes.ts';
import * as customer from './support/customer-routes.ts';
import * as ownData from './support/own-data-routes.ts';
import * as privacy from './support/privacy-routes.ts';
import * as qa from './support/qa-routes.ts';
import * as systemLog from './support/system-log-routes.ts';
import * as ticket from './support/ticket-routes.ts';
import * as telemetry from './telemetry.ts';

const MODULES = [
  account,
  adminLicense,
  audit,
  buy,
  checkout,
  customer,
  customerLicense,
  customerOrder,
  customerSession,
  dispute,
  ownData,
  deadLetter,
  device,
  discountCode,
  emailVerification,
  freshSession,
  licenseCreate,
  logo,
  order,
  orderTimeline,
  orderWebhook,
  ownSession,
  passwordReset,
  paymentHealth,
  paymentWebhook,
  pricing,
  privacy,
  qa,
  quota,
  refund,
  release,
  receipt,
  reseller,
  resellerAdmin,
  resellerLicense,
  resend,
  sales,
  secondFactor,
  secondStep,
  selectors,
  captureReports,
  session,
  settings,
  signInPolicy,
  storeUrl,
  systemLog,
  telemetry,
  site,
  tenant,
  ticket,
  trial,
  violation,
  withdrawal,
];

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'service' in value && 'method' in value && 'path' in value;

/** Routes that a contract file exports as a group, such as those of a delivery log. */
const isGroup = (value: unknown): value is Record<string, Route> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.values(value).every(isRoute);

/** Lists the routes among the exports of a contract file, single or in groups. */
export function routesOf(module: object): Route[] {
  return Object.values(module).flatMap((value: unknown) => {
    if (isRoute(value)) return [value];
    return isGroup(value) ? Object.values(value) : [];
  });
}

/** Every route of the platform. Routes that are not listed here do not exist. */
export const ROUTES: readonly Route[] = MODULES.flatMap(routesOf);
