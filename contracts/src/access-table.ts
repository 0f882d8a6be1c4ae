import { NEEDS_FRESH_SESSION } from './fresh-session-table.ts';

/*
 * Access of every kind of caller to every route. This table is written by hand, separately from the routes, so that people can review it.
 * A test calls every route as every caller and compares the results. It also fails for a route that is missing here
 * or has another audience than its contract. `docs/security/access.md` is generated from it.
 */

/**
 * All kinds of callers. `temporary`, `ended`, `foreign`, `tenant` and `elsewhere` belong to the audience, but something is
 * wrong: a temporary password, an ended session, a page of another site or of a tenant, a page without an origin.
 * `stale` is a session that is too old for calls that need a fresh one.
 */
export const CALLERS = {
  nobody: 'no session',
  other: 'an account without a role',
  support: 'support staff',
  resellerA: 'a reseller',
  resellerB: 'another reseller',
  admin: 'an admin',
  token: 'a release token',
  preview: 'a token for previews of one app',
  device: 'the extension: a license key, another origin, no session',
  temporary: 'the right role, with a temporary password',
  factorless: 'staff who must set up a second factor first',
  stale: 'the right role, signed in an hour ago',
  ended: 'the right role, with a session that has ended',
  foreign: "the right role's browser, from another site",
  tenant: "the right role's browser, from a tenant's public page",
  elsewhere: "the right role's cookie, without an origin",
  customer: 'the owner of an address, by a mailed link',
} as const;
export type Caller = keyof typeof CALLERS;

/**
 * `yes`: passes every guard. `401` UNAUTHENTICATED, `403` FORBIDDEN, `origin` ORIGIN_REFUSED, `password`
 * PASSWORD_CHANGE_REQUIRED, `factor` SECOND_FACTOR_SETUP_REQUIRED, `fresh` FRESH_SIGN_IN_REQUIRED. Only calls that
 * change something require an origin, so `origin` means `yes` for a GET.
 */
export type Outcome = 'yes' | '401' | '403' | 'origin' | 'password' | 'factor' | 'fresh';

const audience = (...outcomes: Outcome[]) =>
  Object.fromEntries(Object.keys(CALLERS).map((caller, at) => [caller, outcomes[at]])) as Record<
    Caller,
    Outcome
  >;

// prettier-ignore
export const AUDIENCES = {
  //                   nobody  other  supp.  res.A  res.B  admin  token  preview  device    temporary   factorless  stale  ended  foreign   tenant    elsewhere customer
  everyone:   audience('yes',  'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes',   'origin', 'yes',      'yes',      'yes', 'yes', 'origin', 'origin', 'origin', 'yes'),
  accounts:   audience('401',  'yes', 'yes', 'yes', 'yes', 'yes', '401', '401',   'origin', 'yes',      'yes',      'yes', '401', 'origin', 'origin', 'origin', '401'),
  staff:      audience('401',  '403', 'yes', '403', '403', 'yes', '401', '401',   'origin', 'password', 'factor',   'yes', '401', 'origin', 'origin', 'origin', '401'),
  admins:     audience('401',  '403', '403', '403', '403', 'yes', '401', '401',   'origin', 'password', 'factor',   'yes', '401', 'origin', 'origin', 'origin', '401'),
  publishers: audience('401',  '403', '403', '403', '403', 'yes', 'yes', '403',   'origin', 'password', 'factor',   'yes', '401', 'origin', 'origin', 'origin', '401'),
  resellers:  audience('401',  '403', '403', 'yes', 'yes', '403', '401', '401',   'origin', 'password', 'factor',   'yes', '401', 'origin', 'origin', 'origin', '401'),
  /** Other callers' sessions are not read. The right role of `foreign`, `tenant` and `elsewhere` is the customer. */
  customers:  audience('401',  '401', '401', '401', '401', '401', '401', '401',   'origin', '401',      '401',      '401', '401', 'origin', 'origin', 'origin', 'yes'),
  /** The request contains its own proof. No session is read, so none can be missing or wrong. */
  proof:      audience('yes',  'yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes',   'yes',    'yes',      'yes',      'yes', 'yes', 'yes',    'yes',    'yes', 'yes'),
};
export type Audience = keyof typeof AUDIENCES;

export const ACCESS: Readonly<Record<Audience, readonly string[]>> = {
  everyone: [
    'POST /api/analytics/events',
    'POST /api/auth/forgot-password',
    'POST /api/auth/reset-password',
    'POST /api/buy',
    'GET /api/checkout-return',
    'GET /api/checkout-status',
    'GET /api/chrome-store-url',
    'POST /api/client-errors',
    'POST /api/create-main-checkout',
    'POST /api/create-reseller-checkout',
    'POST /api/create-reseller-product-checkout',
    'GET /api/license/public-key',
    'POST /api/license/resend',
    'POST /api/login',
    'POST /api/login/passkey',
    'POST /api/login/passkey/challenge',
    'GET /api/login/second-step',
    'POST /api/login/second-step',
    'POST /api/login/second-step/challenge',
    'GET /api/logos/:name',
    'POST /api/logout',
    'POST /api/my/address-changes/confirmation',
    'POST /api/my/link',
    'POST /api/my/session',
    'POST /api/my/sign-out',
    'GET /api/pricing',
    'GET /api/public/selectors',
    'POST /api/receipts/:orderId',
    'POST /api/register',
    'GET /api/site',
    'POST /api/support',
    'POST /api/support/ticket/:ticketNumber/confirmation',
    'GET /api/support/ticket/:ticketNumber',
    'POST /api/support/ticket/:ticketNumber/response',
    'GET /api/tenant',
    'GET /api/trials',
    'POST /api/trials',
    'POST /api/withdrawals',
  ],
  accounts: [
    'GET /api/user',
    'DELETE /api/user/authenticator',
    'POST /api/user/authenticator',
    'POST /api/user/authenticator/secret',
    'PUT /api/user/email',
    'GET /api/user/fresh-session',
    'POST /api/user/fresh-session',
    'POST /api/user/fresh-session/challenge',
    'POST /api/user/passkeys',
    'DELETE /api/user/passkeys/:id',
    'PUT /api/user/passkeys/:id',
    'POST /api/user/passkeys/challenge',
    'PUT /api/user/password',
    'PUT /api/user/profile',
    'POST /api/user/recovery-codes',
    'GET /api/user/second-factors',
    'DELETE /api/user/sessions',
    'GET /api/user/sessions',
    'DELETE /api/user/sessions/:id',
    'POST /api/user/verify-email',
    'POST /api/user/verify-email/send',
  ],
  staff: [
    'GET /api/admin/support-tickets',
    'GET /api/admin/support-tickets/:id',
    'PUT /api/admin/support-tickets/:id',
    'GET /api/admin/support-tickets/:id/licenses',
    'GET /api/admin/support-tickets/:id/mails',
    'GET /api/admin/support-tickets/:id/orders',
    'GET /api/admin/support-tickets/:id/orders/:orderId/timeline',
    'GET /api/admin/support-tickets/:id/other-tickets',
    'GET /api/admin/support-tickets/summary',
    'POST /api/admin/support-tickets/:id/responses',
  ],
  admins: [
    'GET /api/admin/audit',
    'GET /api/admin/dead-letters/commerce',
    'POST /api/admin/dead-letters/commerce/replay',
    'GET /api/admin/dead-letters/identity',
    'POST /api/admin/dead-letters/identity/replay',
    'GET /api/admin/dead-letters/licensing',
    'POST /api/admin/dead-letters/licensing/replay',
    'GET /api/admin/dead-letters/support',
    'POST /api/admin/dead-letters/support/replay',
    'GET /api/admin/discount-codes',
    'POST /api/admin/discount-codes',
    'POST /api/admin/discount-codes/:id/end',
    'GET /api/admin/failed-deliveries',
    'POST /api/admin/failed-deliveries/replay',
    'GET /api/admin/licenses',
    'GET /api/admin/licenses/:id/devices',
    'DELETE /api/admin/licenses/:id/devices/:deviceId',
    'PUT /api/admin/licenses/:id/email',
    'POST /api/admin/licenses/:id/resend',
    'POST /api/admin/licenses/:id/rotate',
    'POST /api/admin/licenses/:licenseKey/deactivate',
    'POST /api/admin/licenses/revoke-of-reseller/:resellerId',
    'POST /api/admin/licenses/manual',
    'GET /api/admin/licenses/quotas/:resellerId',
    'PUT /api/admin/licenses/quotas/:resellerId',
    'GET /api/admin/licenses/export',
    'GET /api/admin/licenses/summary',
    'GET /api/admin/order-webhook/deliveries',
    'POST /api/admin/order-webhook/deliveries/:id/replay',
    'POST /api/admin/order-webhook/deliveries/replay',
    'POST /api/admin/order-webhook/secret',
    'GET /api/admin/orders',
    'PUT /api/admin/orders/:id/email',
    'GET /api/admin/disputes',
    'GET /api/admin/orders/:id/disputes',
    'GET /api/admin/orders/:id/refunds',
    'POST /api/admin/orders/:id/refunds',
    'POST /api/admin/orders/:id/withdrawal/answer',
    'GET /api/admin/orders/:id/timeline',
    'GET /api/admin/orders/export',
    'GET /api/admin/payment-health',
    'GET /api/admin/qa-progress',
    'POST /api/admin/resellers',
    'GET /api/admin/privacy/erasures',
    'POST /api/admin/privacy/erasures',
    'POST /api/admin/privacy/export',
    'GET /api/admin/resellers',
    'DELETE /api/admin/resellers/:id',
    'PUT /api/admin/resellers/:id',
    'GET /api/admin/resellers/:id',
    'POST /api/admin/resellers/:id/activate',
    'POST /api/admin/resellers/:id/deactivate',
    'POST /api/admin/resellers/:id/resend-welcome',
    'GET /api/admin/resellers/summary',
    'POST /api/admin/run-comprehensive-tests',
    'POST /api/admin/run-selenium-tests',
    'GET /api/admin/sales',
    'GET /api/admin/settings',
    'POST /api/admin/settings',
    'GET /api/admin/sign-in-policy',
    'PUT /api/admin/sign-in-policy',
    'DELETE /api/admin/system-logs',
    'GET /api/admin/system-logs',
    'POST /api/admin/test-webhook',
    'PUT /api/admin/trials',
    'GET /api/selectors',
    'POST /api/selectors',
    'GET /api/selectors/failures',
    'POST /api/selectors/restore',
    'GET /api/selectors/versions',
  ],
  publishers: [
    'GET /api/admin/releases',
    'POST /api/admin/releases',
    'GET /api/admin/releases/:app/:version/build',
    'PUT /api/admin/releases/:app/:version/files',
    'GET /api/admin/releases/automatic-rollback',
    'PUT /api/admin/releases/automatic-rollback',
    'GET /api/admin/releases/history',
    'POST /api/admin/releases/preview',
    'POST /api/admin/releases/promote',
    'POST /api/admin/releases/rollback',
    'POST /api/admin/releases/retire',
    'GET /api/admin/releases/status',
    'GET /api/admin/releases/violations',
  ],
  customers: [
    'POST /api/my/address-changes',
    'POST /api/my/erasure',
    'POST /api/my/export',
    'GET /api/my/licenses',
    'GET /api/my/licenses/:id/devices',
    'DELETE /api/my/licenses/:id/devices/:deviceId',
    'POST /api/my/licenses/:id/rotate',
    'GET /api/my/orders',
    'GET /api/my/session',
    'GET /api/my/tickets',
  ],
  resellers: [
    'POST /api/resellers/business-config',
    'PUT /api/resellers/business-name',
    'PUT /api/resellers/embedding-sites',
    'GET /api/resellers/discount-codes',
    'POST /api/resellers/discount-codes',
    'POST /api/resellers/discount-codes/:id/end',
    'POST /api/resellers/licenses',
    'GET /api/resellers/licenses',
    'DELETE /api/resellers/licenses/:id',
    'GET /api/resellers/licenses/:id/devices',
    'DELETE /api/resellers/licenses/:id/devices/:deviceId',
    'PUT /api/resellers/licenses/:id/email',
    'POST /api/resellers/licenses/:id/resend',
    'POST /api/resellers/licenses/:id/rotate',
    'GET /api/resellers/licenses/export',
    'GET /api/resellers/licenses/quota',
    'GET /api/resellers/licenses/summary',
    'GET /api/resellers/licenses/webhook-secret',
    'POST /api/resellers/licenses/webhook-secret',
    'PUT /api/resellers/logo',
    'GET /api/resellers/me',
    'GET /api/resellers/orders',
    'PUT /api/resellers/orders/:id/email',
    'GET /api/resellers/disputes',
    'GET /api/resellers/orders/:id/disputes',
    'GET /api/resellers/orders/:id/refunds',
    'POST /api/resellers/orders/:id/refunds',
    'POST /api/resellers/orders/:id/withdrawal/answer',
    'GET /api/resellers/orders/export',
    'GET /api/resellers/orders/summary',
    'GET /api/resellers/payment-health',
    'GET /api/resellers/sales',
    'PUT /api/resellers/notices',
    'PUT /api/resellers/promises',
    'PUT /api/resellers/sales-page',
    'PUT /api/resellers/seller-details',
    'POST /api/resellers/stripe-config',
    'PUT /api/resellers/tax',
    'POST /api/resellers/upload-logo',
    'PUT /api/resellers/webhook',
    'GET /api/resellers/webhook/deliveries',
    'POST /api/resellers/webhook/deliveries/:id/replay',
    'POST /api/resellers/webhook/deliveries/replay',
    'POST /api/resellers/webhook/secret',
    'POST /api/resellers/webhook/test',
  ],
  proof: [
    'POST /api/csp-reports',
    'POST /api/license/activate',
    'POST /api/license/deactivate',
    'POST /api/license/devices',
    'POST /api/license/validate',
    'POST /api/public/selectors/failures',
    'POST /api/stripe-webhook',
    'POST /api/stripe-webhook/reseller/:resellerId',
    'POST /api/webhook/license-create',
  ],
};

const AUDIENCE_OF = new Map(
  Object.entries(ACCESS).flatMap(([audience, routes]) =>
    routes.map((route) => [route, audience as Audience] as const),
  ),
);

/** Calls that a preview token may make. */
const PREVIEW_CALLS: ReadonlySet<string> = new Set([
  'GET /api/admin/releases',
  'PUT /api/admin/releases/:app/:version/files',
  'POST /api/admin/releases/preview',
]);

/** Calls that a tenant's public page may make although its origin is not the product's own. */
const TENANT_CALLS: ReadonlySet<string> = new Set([
  'POST /api/analytics/events',
  'POST /api/buy',
  'POST /api/client-errors',
  'POST /api/create-main-checkout',
  'POST /api/create-reseller-checkout',
  'POST /api/create-reseller-product-checkout',
  'POST /api/license/resend',
  'POST /api/receipts/:orderId',
  'POST /api/support',
  'POST /api/support/ticket/:ticketNumber/confirmation',
  'POST /api/support/ticket/:ticketNumber/response',
  'POST /api/withdrawals',
]);

/** Finds the audience of a route such as `GET /api/user`. Undefined if the table does not have it. */
export const audienceOf = (route: string): Audience | undefined => AUDIENCE_OF.get(route);

/** The outcome for a caller of a route such as `GET /api/user`. */
export function expectedOutcome(route: string, audience: Audience, caller: Caller): Outcome {
  const outcome = AUDIENCES[audience][caller];
  if (caller === 'stale' && NEEDS_FRESH_SESSION.has(route)) return 'fresh';
  if (caller === 'preview' && PREVIEW_CALLS.has(route)) return 'yes';
  if (caller === 'tenant' && TENANT_CALLS.has(route)) return 'yes';
  if (outcome !== 'origin' || !route.startsWith('GET ')) return outcome;
  return caller === 'device' ? AUDIENCES[audience].nobody : 'yes';
}

/** Renders the table as a Markdown page. */
export function accessPage(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const callers = Object.keys(CALLERS) as Caller[];
  const tables = (Object.keys(ACCESS) as Audience[]).map((audience) =>
    [
      `## ${audience}`,
      '',
      row(['call', ...callers]),
      row(['---', ...callers.map(() => '---')]),
      ...ACCESS[audience].map((route) =>
        row([`\`${route}\``, ...callers.map((caller) => expectedOutcome(route, audience, caller))]),
      ),
    ].join('\n'),
  );
  return [
    '# Who may call what',
    'Written by `npm run openapi` from `contracts/src/access-table.ts`. `e2e/test/contracts` calls every route as every caller through the gateway, and past it at the services, and compares. How, and what that does not prove: [generated suites](generated-suites.md).',
    '`yes` passes every guard; `401`, `403`, `origin`, `password`, `factor` and `fresh` are the errors UNAUTHENTICATED, FORBIDDEN, ORIGIN_REFUSED, PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_SETUP_REQUIRED and FRESH_SIGN_IN_REQUIRED.',
    callers.map((caller) => `- \`${caller}\`: ${CALLERS[caller]}`).join('\n'),
    ...tables,
    '',
  ].join('\n\n');
}
