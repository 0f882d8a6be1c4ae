import { call } from '@leadping/web-kit/api/call';
import type { Command } from '@leadping/web-kit/dashboard/commands.ts';
import { readLicenses } from '../licenses/endpoints.ts';
import { amountOf } from '../orders/order-amount.ts';
import { readOrders } from '../orders/endpoints.ts';
import { readResellers } from '../resellers/endpoints.ts';
import { readTickets } from './ticket-endpoint.ts';

const LIMIT = 5;

/**
 * What the command palette finds of orders, licenses, resellers and tickets. A service that does not reply hides
 * nothing of the others.
 * @throws where none of them replies.
 */
export async function findRecords(search: string, signal: AbortSignal): Promise<readonly Command[]> {
  const query = { search, limit: LIMIT };
  const address = encodeURIComponent(search);
  const searches = [
    call(readOrders, { query }, { signal }).then((orders) =>
      orders.map((order): Command => ({
        id: `order-${order.id}`,
        group: 'Orders',
        label: order.customerEmail || order.id,
        hint: `${amountOf(order)}, ${order.status}`,
        to: `/admin/orders?order=${encodeURIComponent(order.id)}`,
      })),
    ),
    call(readLicenses, { query }, { signal }).then((licenses) =>
      licenses.map((license): Command => ({
        id: `license-${license.id}`,
        group: 'Licenses',
        label: license.email,
        hint: license.licenseKey,
        to: `/admin/licenses?search=${encodeURIComponent(license.licenseKey)}`,
      })),
    ),
    call(readResellers, { query }, { signal }).then((resellers) =>
      resellers.slice(0, LIMIT).map((reseller): Command => ({
        id: `reseller-${reseller.id}`,
        group: 'Resellers',
        label: reseller.businessName,
        hint: reseller.userEmail ?? undefined,
        to: `/admin/resellers?search=${encodeURIComponent(reseller.businessName)}`,
      })),
    ),
    call(readTickets, { query }, { signal }).then((tickets) =>
      tickets.map((ticket): Command => ({
        id: `ticket-${ticket.id}`,
        group: 'Tickets',
        label: ticket.subject,
        hint: ticket.email,
        to: `/admin/tickets?search=${address}&ticket=${encodeURIComponent(ticket.id)}`,
      })),
    ),
  ];
  const results = await Promise.allSettled(searches);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure && results.every(({ status }) => status === 'rejected')) throw failure.reason as Error;
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}
