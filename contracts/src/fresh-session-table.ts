/*
 * Calls that a stolen session must not be able to make. Every call that needs a session is in exactly one of the two tables.
 * People read them, so they are written apart from the contracts on purpose. A test compares both with the routes and their
 * contracts: it fails for a new route until somebody has decided.
 */

/** Refused with FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten minutes. Grouped by the kind of change. */
export const FRESH_SESSION = {
  /** Payment keys, prices, discount codes, tax and test mode, refunds, licenses without an order, and calls that end a license. */
  money: [
    'POST /api/admin/discount-codes',
    'POST /api/admin/discount-codes/:id/end',
    'POST /api/admin/licenses/manual',
    'POST /api/admin/licenses/revoke-of-reseller/:resellerId',
    'PUT /api/admin/licenses/quotas/:resellerId',
    'POST /api/admin/licenses/:licenseKey/deactivate',
    'POST /api/admin/orders/:id/refunds',
    'POST /api/admin/licenses/:id/rotate',
    'POST /api/admin/settings',
    'POST /api/resellers/business-config',
    'POST /api/resellers/discount-codes',
    'POST /api/resellers/discount-codes/:id/end',
    'POST /api/resellers/licenses',
    'DELETE /api/resellers/licenses/:id',
    'POST /api/resellers/orders/:id/refunds',
    'POST /api/resellers/licenses/:id/rotate',
    'POST /api/resellers/stripe-config',
    'PUT /api/resellers/tax',
  ],
  /** Code that runs in the browsers of visitors, staff and customers. */
  code: [
    'POST /api/admin/releases',
    'PUT /api/admin/releases/:app/:version/files',
    'PUT /api/admin/releases/automatic-rollback',
    'POST /api/admin/releases/preview',
    'POST /api/admin/releases/promote',
    'POST /api/admin/releases/rollback',
    'POST /api/admin/releases/retire',
    'POST /api/selectors',
    'POST /api/selectors/restore',
  ],
  /** Changes who may sign in and how, or the address that a license key is mailed to. */
  people: [
    'PUT /api/admin/licenses/:id/email',
    'PUT /api/admin/orders/:id/email',
    'POST /api/admin/resellers',
    'DELETE /api/admin/resellers/:id',
    'PUT /api/admin/resellers/:id',
    'POST /api/admin/resellers/:id/activate',
    'POST /api/admin/resellers/:id/deactivate',
    'POST /api/admin/resellers/:id/resend-welcome',
    'PUT /api/admin/sign-in-policy',
    'PUT /api/admin/trials',
    'PUT /api/resellers/licenses/:id/email',
    'PUT /api/resellers/orders/:id/email',
    'DELETE /api/user/authenticator',
    'POST /api/user/authenticator',
    'POST /api/user/authenticator/secret',
    'PUT /api/user/email',
    'POST /api/user/passkeys',
    'DELETE /api/user/passkeys/:id',
    'POST /api/user/passkeys/challenge',
    'POST /api/user/recovery-codes',
    'DELETE /api/user/sessions',
    'DELETE /api/user/sessions/:id',
  ],
  /** Changes where order webhooks go, or who may make licenses by a webhook. */
  receivers: [
    'POST /api/admin/order-webhook/secret',
    'POST /api/resellers/licenses/webhook-secret',
    'PUT /api/resellers/webhook',
    'POST /api/resellers/webhook/secret',
  ],
  /** Deletes evidence of what a user did. */
  traces: ['POST /api/admin/privacy/erasures', 'DELETE /api/admin/system-logs'],
  /** License keys and personal data as a file. */
  exports: [
    'GET /api/admin/licenses/export',
    'GET /api/admin/orders/export',
    'POST /api/admin/privacy/export',
    'GET /api/resellers/licenses/export',
    'GET /api/resellers/orders/export',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Calls that need only a session, grouped by reason. */
export const SESSION_IS_ENOUGH = {
  /** Reads one page or one document. The specification requires lists to show and copy keys. */
  reads: [
    'GET /api/user',
    'GET /api/user/fresh-session',
    'GET /api/user/second-factors',
    'GET /api/user/sessions',
    'GET /api/my/licenses',
    'GET /api/my/licenses/:id/devices',
    'GET /api/my/orders',
    'GET /api/my/session',
    'GET /api/my/tickets',
    'GET /api/admin/support-tickets',
    'GET /api/admin/support-tickets/:id',
    'GET /api/admin/support-tickets/:id/licenses',
    'GET /api/admin/support-tickets/:id/mails',
    'GET /api/admin/support-tickets/:id/orders',
    'GET /api/admin/support-tickets/:id/orders/:orderId/timeline',
    'GET /api/admin/support-tickets/:id/other-tickets',
    'GET /api/admin/support-tickets/summary',
    'GET /api/admin/audit',
    'GET /api/admin/dead-letters/commerce',
    'GET /api/admin/dead-letters/identity',
    'GET /api/admin/dead-letters/licensing',
    'GET /api/admin/dead-letters/support',
    'GET /api/admin/discount-codes',
    'GET /api/admin/disputes',
    'GET /api/admin/failed-deliveries',
    'GET /api/admin/licenses',
    'GET /api/admin/licenses/:id/devices',
    'GET /api/admin/licenses/quotas/:resellerId',
    'GET /api/admin/licenses/summary',
    'GET /api/admin/order-webhook/deliveries',
    'GET /api/admin/orders',
    'GET /api/admin/orders/:id/disputes',
    'GET /api/admin/orders/:id/refunds',
    'GET /api/admin/orders/:id/timeline',
    'GET /api/admin/payment-health',
    'GET /api/admin/qa-progress',
    'GET /api/admin/privacy/erasures',
    'GET /api/admin/resellers',
    'GET /api/admin/resellers/:id',
    'GET /api/admin/resellers/summary',
    'GET /api/admin/sales',
    'GET /api/admin/settings',
    'GET /api/admin/sign-in-policy',
    'GET /api/admin/system-logs',
    'GET /api/selectors',
    'GET /api/selectors/failures',
    'GET /api/selectors/versions',
    'GET /api/admin/releases',
    'GET /api/admin/releases/:app/:version/build',
    'GET /api/admin/releases/automatic-rollback',
    'GET /api/admin/releases/history',
    'GET /api/admin/releases/status',
    'GET /api/admin/releases/violations',
    'GET /api/resellers/discount-codes',
    'GET /api/resellers/disputes',
    'GET /api/resellers/licenses',
    'GET /api/resellers/licenses/:id/devices',
    'GET /api/resellers/licenses/quota',
    'GET /api/resellers/licenses/summary',
    'GET /api/resellers/licenses/webhook-secret',
    'GET /api/resellers/me',
    'GET /api/resellers/orders',
    'GET /api/resellers/orders/:id/disputes',
    'GET /api/resellers/orders/:id/refunds',
    'GET /api/resellers/orders/summary',
    'GET /api/resellers/payment-health',
    'GET /api/resellers/sales',
    'GET /api/resellers/webhook/deliveries',
  ],
  /** The session was opened by a mailed link and lasts for half an hour. */
  mailed: [
    'POST /api/my/address-changes',
    'POST /api/my/erasure',
    'POST /api/my/export',
    'DELETE /api/my/licenses/:id/devices/:deviceId',
    'POST /api/my/licenses/:id/rotate',
  ],
  /** Daily work with customers. It moves no money and ends no license. */
  desk: [
    'PUT /api/admin/support-tickets/:id',
    'POST /api/admin/support-tickets/:id/responses',
    'POST /api/admin/orders/:id/withdrawal/answer',
    'POST /api/resellers/orders/:id/withdrawal/answer',
  ],
  /** Repeats an earlier action for the same receiver. */
  repeats: [
    'POST /api/user/verify-email/send',
    'POST /api/admin/dead-letters/commerce/replay',
    'POST /api/admin/dead-letters/identity/replay',
    'POST /api/admin/dead-letters/licensing/replay',
    'POST /api/admin/dead-letters/support/replay',
    'POST /api/admin/failed-deliveries/replay',
    'POST /api/admin/licenses/:id/resend',
    'POST /api/admin/order-webhook/deliveries/:id/replay',
    'POST /api/admin/order-webhook/deliveries/replay',
    'POST /api/admin/run-comprehensive-tests',
    'POST /api/admin/run-selenium-tests',
    'POST /api/resellers/licenses/:id/resend',
    'POST /api/resellers/webhook/deliveries/:id/replay',
    'POST /api/resellers/webhook/deliveries/replay',
  ],
  /** Texts and pictures of a reseller's own sales page. */
  page: [
    'PUT /api/resellers/business-name',
    'PUT /api/resellers/embedding-sites',
    'PUT /api/resellers/logo',
    'PUT /api/resellers/notices',
    'PUT /api/resellers/promises',
    'PUT /api/resellers/seller-details',
    'PUT /api/resellers/sales-page',
    'POST /api/resellers/upload-logo',
  ],
  /** The owner can undo it immediately, and it changes no permission. */
  undone: [
    'DELETE /api/admin/licenses/:id/devices/:deviceId',
    'DELETE /api/resellers/licenses/:id/devices/:deviceId',
    'PUT /api/user/passkeys/:id',
  ],
  /** Contains its own proof, or is the fresh sign-in itself. */
  proves: [
    'POST /api/user/fresh-session',
    'POST /api/user/fresh-session/challenge',
    'POST /api/user/verify-email',
  ],
  /**
   * The service checks it, because only the service knows: a new email, another address, an account with a second
   * factor.
   */
  service: [
    'POST /api/admin/test-webhook',
    'POST /api/resellers/webhook/test',
    'PUT /api/user/password',
    'PUT /api/user/profile',
  ],
} as const satisfies Record<string, readonly string[]>;

export const NEEDS_FRESH_SESSION: ReadonlySet<string> = new Set(Object.values(FRESH_SESSION).flat());
