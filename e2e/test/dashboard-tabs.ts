/** The tabs of the admin dashboard, in order: the slug of the address, and the label. */
export const ADMIN_LABELS = {
  overview: 'Overview',
  orders: 'Orders',
  'discount-codes': 'Discount Codes',
  settings: 'Settings',
  licenses: 'License Management',
  resellers: 'Reseller Management',
  selectors: 'Chrome Extension Selectors',
  tickets: 'Support Tickets',
  logs: 'System Logs',
  'qa-testing': 'QA Testing',
  failures: 'Failures',
  'audit-log': 'Audit Log',
  privacy: 'Privacy',
  releases: 'Releases',
  profile: 'Profile',
} as const;

export type AdminTab = keyof typeof ADMIN_LABELS;

export const ADMIN_TABS = Object.keys(ADMIN_LABELS) as AdminTab[];

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
