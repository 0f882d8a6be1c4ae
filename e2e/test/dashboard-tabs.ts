/** The tabs of the admin dashboard, as their addresses name them. */
export const ADMIN_TABS = [
  'overview',
  'orders',
  'discount-codes',
  'settings',
  'licenses',
  'resellers',
  'selectors',
  'tickets',
  'logs',
  'qa-testing',
  'failures',
  'audit-log',
  'privacy',
  'releases',
  'profile',
] as const;

export const RESELLER_TABS = [
  'overview',
  'sales-page',
  'payment-setup',
  'licenses',
  'orders',
  'discount-codes',
  'settings',
  'profile',
] as const;
