const DAY_MS = 24 * 3_600_000;
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const moment = (daysAgo: number) => `${day(daysAgo)}T00:00:00.000Z`;

/** Calls of the dashboards, by what the user sees. */
export const ADMIN_CALLS = {
  "admin's licenses": '/api/admin/licenses?limit=50',
  'the same, oldest first': '/api/admin/licenses?limit=50&sort=oldest',
  'suspended ones': '/api/admin/licenses?limit=50&status=suspended',
  'of one seller': '/api/admin/licenses?limit=50&resellerId=seller-7',
  'sold directly': '/api/admin/licenses?limit=50&resellerId=direct',
  'test licenses': '/api/admin/licenses?limit=50&mode=test',
  'live licenses': '/api/admin/licenses?limit=50&mode=live',
  'licenses of an address': '/api/admin/licenses?limit=50&search=buyer-1a',
  'how many licenses': '/api/admin/licenses/summary',
  "admin's orders": '/api/admin/orders?limit=50',
  'the same, highest first': '/api/admin/orders?limit=50&sort=highest',
  'disputed orders': '/api/admin/orders?limit=50&status=disputed',
  'failed orders, highest first': '/api/admin/orders?limit=50&status=failed&sort=highest',
  'pending orders': '/api/admin/orders?limit=50&status=pending',
  'orders of last month': `/api/admin/orders?limit=50&from=${moment(30)}&to=${moment(0)}`,
  'orders of a month a year ago, highest first': `/api/admin/orders?limit=50&sort=highest&from=${moment(395)}&to=${moment(365)}`,
  'orders of one seller': '/api/admin/orders?limit=50&resellerId=seller-7',
  'orders of an address': '/api/admin/orders?limit=50&search=buyer-1a',
  'sales of 30 days': `/api/admin/sales?from=${day(30)}&to=${day(0)}`,
  'sales of a year': `/api/admin/sales?from=${day(364)}&to=${day(0)}&interval=month`,
  "sellers' totals": '/api/admin/resellers/summary',
  'payment health': '/api/admin/payment-health',
  tickets: '/api/admin/support-tickets?limit=50',
  'tickets that press': '/api/admin/support-tickets?limit=50&sort=pressing',
  'closed tickets, page 20': '/api/admin/support-tickets?limit=50&status=closed&skip=1000',
  'tickets about a word': '/api/admin/support-tickets?limit=50&search=question',
  'tickets about a rare word': '/api/admin/support-tickets?limit=50&search=xyzzy',
  'how many tickets': '/api/admin/support-tickets/summary',
  'system logs': '/api/admin/system-logs?limit=50',
  'audit entries': '/api/admin/audit?limit=50',
} as const;

export const SELLER_CALLS = {
  "a large seller's licenses": '/api/resellers/licenses?limit=50',
  'their inactive ones': '/api/resellers/licenses?limit=50&status=inactive',
  'how many they have': '/api/resellers/licenses/summary',
  'their quota': '/api/resellers/licenses/quota',
  'their orders': '/api/resellers/orders?limit=50',
  'their failed orders': '/api/resellers/orders?limit=50&status=failed',
  'their orders with a text': '/api/resellers/orders?limit=50&search=buyer-1a',
  'their orders with a rare text': '/api/resellers/orders?limit=50&search=xyzzy',
  'their totals': '/api/resellers/orders/summary',
  'their sales of a year': `/api/resellers/sales?from=${day(364)}&to=${day(0)}&interval=month`,
} as const;
