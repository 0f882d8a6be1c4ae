import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerOrder } from '@leadping/contracts/support/customer-routes';
import { ticketCustomer } from '@leadping/contracts/support/requests';
import { licenseTimeline, mailTimeline, type TimelineEntry } from '@leadping/contracts/timeline';
import { resellerActor } from '@leadping/test-kit/people';
import { openShop, type Shop } from './shop.ts';

const STAFF = { role: 'support', userId: 'staff-1', username: 'sam' } as const;
const TICKET = 'a'.repeat(24);
const UNKNOWN = 'b'.repeat(24);
const path = (ticketId: string, rest = '') => `/api/admin/support-tickets/${ticketId}/orders${rest}`;

describe('the orders beside a ticket', () => {
  let shop: Shop;
  let mails: TimelineEntry[] = [];
  beforeAll(async () => {
    shop = await openShop();
    const { bus } = shop.fakeService;
    bus.respond(ticketCustomer, async ({ ticketId }) => ({
      email: ticketId === TICKET ? 'Jane@Example.com' : null,
    }));
    bus.respond(licenseTimeline, async () => ({ entries: [], licenseIds: [] }));
    bus.respond(mailTimeline, async () => ({ entries: mails }));
  });
  afterAll(() => shop.close());

  const buy = async (email: string) => {
    const session = await shop.checkOut('/api/create-main-checkout');
    await shop.pay(session, 'paid', email);
    const event = (await shop.eventsOf(shop.platformKey)).findLast(
      ({ type, data }) =>
        type === 'checkout.session.completed' && (data.object as { id: string }).id === session,
    );
    expect((await shop.deliver(event ?? {})).status).toBe(200);
    const order = await shop.order(session);
    return order?._id ?? '';
  };

  it("contain only the customer's own orders, newest first, each with a timeline", async () => {
    const first = await buy('jane@example.com');
    const second = await buy('JANE@example.com');
    const foreign = await buy('john@example.com');
    const { status, body } = await shop.as(STAFF, path(TICKET));
    expect(status).toBe(200);
    expect((body as CustomerOrder[]).map(({ id }) => id)).toEqual([second, first]);
    expect((body as CustomerOrder[])[0]).toMatchObject({
      status: 'completed',
      customerEmail: 'JANE@example.com',
    });
    expect(JSON.stringify(body)).not.toContain('cs_test_');

    const timeline = await shop.as(STAFF, path(TICKET, `/${first}/timeline`));
    expect(timeline.body).toMatchObject({ order: { id: first }, missing: [] });
    expect((timeline.body as { entries: unknown[] }).entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(timeline.body)).not.toContain('cs_test_');
    expect((await shop.as(STAFF, path(TICKET, `/${foreign}/timeline`))).status).toBe(404);
  });

  it('contain no webhook URL, no ids and no address in the error of a mail, unlike the timeline for admins', async () => {
    const order = await buy('jane@example.com');
    const at = new Date();
    const secretUrl = 'https://hooks.zapier.example/hooks/catch/1/s3cret?token=s3cret';
    await shop.database.collection<{ _id: string }>('webhook_deliveries').insertOne({
      _id: `${order}:admin`,
      orderId: order,
      receiver: 'admin',
      url: secretUrl,
      state: 'stopped',
      nextAttempt: 1,
      nextAttemptAt: null,
      attempts: [{ at, status: 500, error: null, durationMs: 12 }],
      createdAt: at,
    } as never);
    mails = [
      {
        at: at.toISOString(),
        service: 'svc-support',
        kind: 'mail',
        title: 'Order notice emailed: refused',
        detail: 'r***@example.com, Inactive recipient root@example.com',
        state: 'failed',
        traceId: null,
        subjectId: `order-notice:${order}:root@example.com`,
        action: null,
      },
    ];

    const staff = await shop.as(STAFF, path(TICKET, `/${order}/timeline`));
    const admin = await shop.asAdmin(`/api/admin/orders/${order}/timeline`);

    const entriesOf = ({ body }: { body: unknown }) => (body as { entries: TimelineEntry[] }).entries;
    expect(entriesOf(staff).map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        'hooks.zapier.example',
        'status 500, 12 ms',
        'r***@example.com, Inactive recipient r***@example.com',
      ]),
    );
    for (const hidden of ['s3cret', 'root@', 'subjectId', 'action']) {
      expect(JSON.stringify(staff.body)).not.toContain(hidden);
    }
    expect(entriesOf(admin)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ detail: secretUrl, action: 'replay-webhook', subjectId: `${order}:admin` }),
        mails[0],
      ]),
    );
  });

  it('are refused to visitors, resellers and accounts without a role, and not found for an unknown ticket', async () => {
    for (const rest of ['', '/some-order/timeline']) {
      expect((await shop.call(path(TICKET, rest))).status).toBe(401);
      for (const actor of [resellerActor('r1'), { role: 'other' } as const]) {
        expect((await shop.as(actor, path(TICKET, rest))).status).toBe(403);
      }
      expect((await shop.as(STAFF, path(UNKNOWN, rest))).status).toBe(404);
      expect((await shop.as(STAFF, path('nonsense', rest))).status).toBe(400);
    }
    expect((await shop.asAdmin(path(TICKET))).status).toBe(200);
  });

  it('are the only orders that the role support can read [R-accounts.19]', async () => {
    expect((await shop.as(STAFF, '/api/admin/orders')).status).toBe(403);
    expect((await shop.as(STAFF, '/api/admin/orders/some-order/timeline')).status).toBe(403);
  });
});
