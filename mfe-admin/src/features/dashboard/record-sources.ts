import { call } from '@leadping/web-kit/api/call';
import type { RecordSource } from '@leadping/web-kit/commands/search-records';
import { readLicenses } from '../licenses/endpoints.ts';
import { amountOf } from '../orders/order-amount.ts';
import { readOrders } from '../orders/endpoints.ts';
import { readResellers } from '../resellers/endpoints.ts';
import { readTickets } from './ticket-endpoint.ts';

const MAX_RECORDS = 5;

const queryOf = (search: string) => ({ query: { search, limit: MAX_RECORDS } });

/** The records that the command palette searches. */
export const RECORD_SOURCES: readonly RecordSource[] = [
  {
    group: 'Orders',
    find: async (search, signal) =>
      (await call(readOrders, queryOf(search), { signal })).map((order) => ({
        id: `order-${order.id}`,
        label: order.customerEmail || order.id,
        hint: `${amountOf(order)}, ${order.status}`,
        to: `/admin/orders?order=${encodeURIComponent(order.id)}`,
      })),
  },
  {
    group: 'Licenses',
    find: async (search, signal) =>
      (await call(readLicenses, queryOf(search), { signal })).map(({ id, email, licenseKey }) => ({
        id: `license-${id}`,
        label: email,
        hint: licenseKey,
        to: `/admin/licenses?search=${encodeURIComponent(licenseKey)}`,
      })),
  },
  {
    group: 'Resellers',
    find: async (search, signal) =>
      (await call(readResellers, queryOf(search), { signal })).slice(0, MAX_RECORDS).map((reseller) => ({
        id: `reseller-${reseller.id}`,
        label: reseller.businessName,
        hint: reseller.userEmail ?? undefined,
        to: `/admin/resellers?search=${encodeURIComponent(reseller.businessName)}`,
      })),
  },
  {
    group: 'Tickets',
    find: async (search, signal) =>
      (await call(readTickets, queryOf(search), { signal })).map(({ id, subject, email }) => ({
        id: `ticket-${id}`,
        label: subject,
        hint: email,
        to: `/admin/tickets?search=${encodeURIComponent(search)}&ticket=${encodeURIComponent(id)}`,
      })),
  },
];
