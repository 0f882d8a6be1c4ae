import type { Order } from '@leadping/contracts/commerce/order-routes';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import type { User } from '@leadping/contracts/identity/session-routes';
import type { ResellerLicense } from '@leadping/contracts/licensing/reseller-license-routes';
import { ok, type ReceivedCall, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';

export const RESELLER_ID = '0198f3c2-7a1e-7c33-9b5e-2f6d1c0a4e11';
const AT = '2026-10-13T12:00:00.000Z';

export const aUser = (overrides: Partial<User> = {}): User => ({
  id: '665f1c2e9b1e8a0012345678',
  username: 'zebra',
  email: 'owner@example.com',
  firstName: '',
  lastName: '',
  role: 'reseller',
  resellerId: RESELLER_ID,
  emailVerified: true,
  mustChangePassword: false,
  createdAt: AT,
  ...overrides,
});

/** Set up whole, unless a test takes something away. */
export const aReseller = (overrides: Partial<CurrentReseller> = {}): CurrentReseller => ({
  id: RESELLER_ID,
  businessName: 'Zebra Leads',
  contactPerson: '',
  phone: '',
  slug: 'zebra-leads-a1b2c3',
  subdomain: 'zebra-leads-a1b2c3',
  productPrice: '129.50',
  currency: 'EUR',
  logoUrl: null,
  salesPage: EMPTY_SALES_PAGE,
  embeddingSites: [],
  isActive: true,
  stripeLiveSecretKey: 'sk_live_••••••••x9Qz',
  stripeLivePublishableKey: 'pk_live_••••••••77ab',
  stripeWebhookSecret: 'whsec_••••••••Kd21',
  orderWebhookUrl: '',
  orderWebhookDisabledReason: null,
  ...overrides,
});

let made = 0;
export function anOrder(overrides: Partial<Order> = {}): Order {
  made += 1;
  return {
    id: `order-${made}`,
    customerEmail: `buyer${made}@example.com`,
    amount: '129.50',
    currency: 'EUR',
    status: 'completed',
    createdAt: AT,
    stripeSessionId: 'cs_live_a1b2c3d4e5f6g7h8i9j0',
    productType: 'main_product',
    isTest: false,
    emailProblem: null,
    ...overrides,
  };
}

export function aLicense(overrides: Partial<ResellerLicense> = {}): ResellerLicense {
  made += 1;
  return {
    id: `665f1c2e9b1e8a00${String(made).padStart(8, '0')}`,
    licenseKey: '7Q4K-M2XW-9RTD-HB3N-V5PC-8JYE-Z6GA-1FS0',
    email: `customer${made}@example.com`,
    businessName: '',
    notes: '',
    isActive: true,
    isTest: false,
    keyNumber: 1,
    mail: { state: 'sent', error: null },
    createdAt: AT,
    updatedAt: AT,
    ...overrides,
  };
}

export { failing } from '@leadping/test-kit/web/api-stub';

/** A reseller without orders and licenses. */
const EMPTY: Replies = {
  'GET /api/resellers/orders': ok([]),
  'GET /api/resellers/orders/summary': ok([]),
  'GET /api/resellers/sales': ok([]),
  'GET /api/resellers/disputes': ok([]),
  'GET /api/resellers/licenses': ok([]),
  'GET /api/resellers/licenses/summary': ok({ total: 0, active: 0 }),
  'GET /api/resellers/licenses/webhook-secret': ok({ isSet: false, hint: null, createdAt: null }),
  'GET /api/resellers/webhook/deliveries': ok({ deliveries: [] }),
  'GET /api/chrome-store-url': ok({ chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/x' }),
  'GET /api/resellers/payment-health': ok({
    state: 'ok',
    mode: 'live',
    checks: [],
    webhookUrl: '',
    requiredEvents: [],
    lastVerifiedDeliveryAt: null,
  }),
};

/** Opens a page of the dashboard as the reseller would who is signed in. */
export function openDashboard(
  page: string,
  replies: Replies = {},
  reseller: Partial<CurrentReseller> = {},
  user: Partial<User> = {},
) {
  return openPage(remote, `/reseller-dashboard/${page}`, {
    'GET /api/user': ok(aUser(user)),
    'GET /api/user/second-factors': ok({
      passkeys: [],
      authenticator: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    }),
    'GET /api/resellers/me': ok(aReseller(reseller)),
    ...EMPTY,
    ...replies,
  });
}

/** The body of the last call of a route: `POST /api/…`. */
export function bodyOf(calls: readonly ReceivedCall[], route: string): unknown {
  return calls.findLast(({ method, path }) => `${method} ${path}` === route)?.body;
}

export const callsOf = (calls: readonly ReceivedCall[], route: string) =>
  calls.filter(({ method, path }) => `${method} ${path}` === route);
