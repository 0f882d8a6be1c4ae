import { newTicketNumber } from '../../../svc-support/src/tickets/ticket-number.ts';
import { deskRankOf, rankOf, ticketModel } from '../../../svc-support/src/tickets/ticket.model.ts';
import type { KnownValues } from './known-values.ts';
import type { Stack } from './stack.ts';
import {
  deactivateSeller,
  storeCheckouts,
  storeLicenseSecrets,
  storePaymentKeys,
  uploadLogos,
} from './store-sellers.ts';
import { DEVICE_ID, newTenantIds, storeTenant } from './tenant-data.ts';

/** Number of resellers with payment keys, a license-create secret, checkouts and a logo. */
const MAX_SELLERS = 5;
const EMAILS = ['customer-0@example.com', 'customer-1@example.com', 'customer-2@example.com'];

/**
 * Stores resellers with orders, webhook deliveries, licenses and devices (one of them with a given id), tickets,
 * unpaid checkouts and logos, so that generated requests find documents. One seller is inactive, and the address of
 * every second ticket is not confirmed.
 */
export async function storeKnown(
  stack: Stack,
  { reseller, tenants }: { reseller: string; tenants: number },
): Promise<KnownValues> {
  const all = Array.from({ length: tenants }, (_, at) => ({
    ...newTenantIds(),
    ...(at === 0 ? { reseller } : {}),
  }));
  for (const ids of all) await storeTenant(stack, ids);
  const tickets = await storeTickets(stack, 2 * tenants);
  const sellers = all.slice(0, MAX_SELLERS).map((ids) => ids.reseller);
  const paymentSecrets = await storePaymentKeys(stack, sellers);
  const licenseSecrets = await storeLicenseSecrets(stack, sellers);
  const { checkouts, sessionIds, returnIds } = await storeCheckouts(stack, [null, ...sellers]);
  const inactiveSeller = sellers.at(-1) ?? '';
  await deactivateSeller(stack, inactiveSeller);
  // Skip the first one, because the requests themselves upload its logo.
  const logos = await uploadLogos(stack, sellers.slice(1));
  const orders = all.flatMap((ids) => ids.orders);
  // Keep the reseller who makes the requests.
  const resellers = all.slice(1).map((ids) => ids.reseller);
  return {
    byName: {
      email: EMAILS,
      customerEmail: EMAILS,
      licenseKey: all.flatMap((ids) => ids.licenseKeys),
      deviceId: [DEVICE_ID],
      resellerId: [reseller, ...resellers],
      reseller_id: sellers,
      orderId: orders,
      session_id: sessionIds,
      payment_intent: [...orders, ...checkouts.map(({ id }) => id)].map((id) => `pi_${id}`),
      ids: all.flatMap((ids) => ids.deliveries),
      ticketNumber: tickets.map(({ ticketNumber }) => ticketNumber),
      search: [...EMAILS, ...orders.slice(0, 4), ...tickets.slice(0, 4).map((ticket) => ticket.ticketNumber)],
    },
    byNoun: {
      orders,
      licenses: all.flatMap((ids) => ids.licenses),
      deliveries: all.flatMap((ids) => ids.deliveries),
      resellers,
      'support-tickets': tickets.map(({ _id }) => String(_id)),
      'checkout-return': returnIds,
      logos,
    },
    checkouts,
    inactiveSeller,
    unconfirmedTickets: tickets
      .filter(({ confirmedAt }) => !confirmedAt)
      .map(({ _id, ticketNumber }) => [String(_id), ticketNumber] as const),
    paymentSecrets,
    licenseSecrets,
  };
}

/** Stores tickets without events, because mails would be written while a test compares the stored data. */
function storeTickets({ databases }: Stack, count: number) {
  const database = databases.get('support');
  if (!database) throw new Error('There is no database of support');
  const now = new Date();
  return ticketModel(database).insertMany(
    Array.from({ length: count }, (_, nth) => ({
      ...(nth % 2 === 0 ? { confirmedAt: now } : {}),
      ticketNumber: newTicketNumber(),
      name: 'Ann',
      email: EMAILS[nth % EMAILS.length] ?? '',
      emailKey: EMAILS[nth % EMAILS.length] ?? '',
      category: 'other',
      subject: `The key ${nth}`,
      message: 'Where is it?',
      priority: 'normal',
      status: 'open',
      statusRank: rankOf('open'),
      customerWaiting: true,
      waitingSince: now,
      deskRank: deskRankOf({ priority: 'normal', customerWaiting: true }),
      createdAt: now,
      updatedAt: now,
    })),
  );
}
