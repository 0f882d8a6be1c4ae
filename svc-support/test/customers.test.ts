import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import type { CustomerMail, CustomerTicket } from '@leadping/contracts/support/customer-routes';
import { ticketCustomer } from '@leadping/contracts/support/requests';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import type { Mail } from '../src/mails/mail.model.ts';
import { confirmAddress } from '../src/tickets/confirm-address.ts';
import { deskRankOf, ticketModel } from '../src/tickets/ticket.model.ts';
import { startSupport, type Support } from './support.ts';
import { ADMIN, anAddress, STAFF, ticketCalls } from './ticket-calls.ts';

const UNKNOWN = '0'.repeat(24);

describe('the customer beside a ticket', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  const calls = ticketCalls(() => support);
  const openUnconfirmed = (email: string, subject = 'Where is my key?') =>
    calls.open({ email, subject }, anAddress());
  const open = async (email: string, subject?: string) => {
    const ticket = await openUnconfirmed(email, subject);
    const { status } = await calls.confirm(ticket.ticketNumber, email, await calls.mailedSecret(ticket));
    expect(status).toBe(200);
    return ticket;
  };
  const part = (id: string, name: string) => `/api/admin/support-tickets/${id}/${name}`;
  const mail = (toKey: string, fields: Partial<Mail>) => ({
    to: toKey,
    toKey,
    kind: 'license-key' as const,
    senderName: 'Leadping',
    state: 'sent' as const,
    attempts: 1,
    ...fields,
  });

  it('has the last mails with their delivery state, regardless of the case of the address, and without their content', async () => {
    const email = newEmail();
    const ticket = await open(email.toUpperCase().replace('@EXAMPLE.COM', '@Example.com'));
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    await support.mails.insertMany([
      mail(email, { _id: `a:${email}`, createdAt: at(1), settledAt: at(2), orderId: 'order-1' }),
      mail(email, {
        _id: `b:${email}`,
        state: 'failed',
        error: `Inactive recipient ${email}`,
        createdAt: at(3),
        settledAt: at(4),
        kind: 'license-status',
      }),
      mail(email, { _id: `c:${email}`, state: 'leased', sealedContent: 'sealed', createdAt: at(5) }),
      mail(newEmail(), { _id: `d:${email}`, createdAt: at(6) }),
    ]);
    const reply = await support.as(STAFF, part(ticket.id, 'mails'));
    expect(reply.status).toBe(200);
    const mails = (reply.body as CustomerMail[]).filter(({ title }) => title !== 'Ticket email');
    expect(mails).toEqual([
      expect.objectContaining({
        title: 'License key',
        state: 'queued',
        error: null,
        at: at(5).toISOString(),
      }),
      expect.objectContaining({
        title: 'License status change',
        state: 'failed',
        error: `Inactive recipient ${email.slice(0, 1)}***@example.com`,
        at: at(4).toISOString(),
      }),
      expect.objectContaining({ state: 'sent', orderId: 'order-1', at: at(2).toISOString() }),
    ]);
    expect(JSON.stringify(reply.body)).not.toContain('sealed');
  });

  it('has the other tickets of the address, newest first, without the ticket that is open', async () => {
    const email = newEmail();
    const [first, second, third] = [
      await open(email, 'One'),
      await open(email, 'Two'),
      await open(email, 'Three'),
    ];
    await open(newEmail(), 'Of somebody else');
    const { body } = await support.as(STAFF, part(second.id, 'other-tickets'));
    expect(body).toEqual([
      expect.objectContaining({ id: third.id, subject: 'Three', status: 'open', customerWaiting: true }),
      expect.objectContaining({ id: first.id, subject: 'One' }),
    ]);
    expect(Object.keys((body as CustomerTicket[])[0]!)).not.toContain('message');
  });

  it('is hidden from staff and other services while the address is unconfirmed, but a staff answer is still mailed', async () => {
    const victim = newEmail();
    await open(victim, 'A real question');
    await support.mails.insertMany([mail(victim, { _id: `e:${victim}`, createdAt: new Date() })]);

    const { id, ticketNumber } = await openUnconfirmed(victim, 'I lost my key, please send it here');

    expect(await calls.desk(id)).toMatchObject({ email: victim, isAddressConfirmed: false });
    for (const name of ['mails', 'other-tickets']) {
      const { status, body } = await support.as(STAFF, part(id, name));
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain(victim);
    }
    expect(await support.commerce.bus.request(ticketCustomer, { ticketId: id })).toEqual({ email: null });
    expect((await calls.answer(id, 'Please open the link in this mail.')).status).toBe(201);
    await until(async () =>
      (await support.mailsTo(victim)).some(({ textBody }) =>
        textBody.includes('Please open the link in this mail.'),
      ),
    );

    const secret = await calls.mailedSecret({ email: victim, ticketNumber });
    expect((await calls.confirm(ticketNumber, victim, secret)).status).toBe(200);
    expect((await calls.confirm(ticketNumber, victim, secret)).status).toBe(200);
    expect((await calls.desk(id)).isAddressConfirmed).toBe(true);
    expect((await support.as(STAFF, part(id, 'mails'))).status).toBe(200);
    expect(await support.commerce.bus.request(ticketCustomer, { ticketId: id })).toEqual({ email: victim });
  });

  it('is not confirmed by what the opener of a ticket knows: its reply, its number or the secret of another ticket', async () => {
    const [victim, stranger] = [newEmail(), newEmail()];
    const created = await calls.post(calls.form({ email: victim }), anAddress());
    const { ticketNumber } = created.body as { ticketNumber: string };
    expect(Object.keys(created.body as object)).toEqual(['ticketNumber']);
    const own = await openUnconfirmed(stranger);
    const secret = await calls.mailedSecret(own);

    for (const guess of [secret, ticketNumber, secret.split('.').slice(0, 4).join('.'), 'x']) {
      expect(await calls.confirm(ticketNumber, victim, guess, anAddress())).toMatchObject({
        status: 400,
        body: { code: 'VERIFICATION_LINK_INVALID' },
      });
    }
    expect((await calls.confirm(ticketNumber, stranger, secret, anAddress())).status).toBe(404);
    expect(JSON.stringify((await calls.read(ticketNumber, victim)).body)).not.toContain('confirm');
    const [found] = await support.database.collection('tickets').find({ ticketNumber }).toArray();
    expect(found?.confirmedAt).toBeUndefined();
  });

  it('is confirmed even if staff change the ticket at the same time or the link is opened several times at once', async () => {
    const ticket = await openUnconfirmed(newEmail());
    const secret = await calls.mailedSecret(ticket);
    const tickets = ticketModel(support.database);
    const sealer = buildSealer(support.config.SEAL_KEYS);
    const stored = await tickets.findById(ticket.id).orFail().lean();
    const changed = changedMeanwhile(tickets, () => calls.update(ticket.id, { priority: 'urgent' }));

    await confirmAddress({ tickets: changed, sealer }, stored, secret);
    expect(await calls.desk(ticket.id)).toMatchObject({ isAddressConfirmed: true, priority: 'urgent' });
    const { deskRank } = await tickets.findById(ticket.id).orFail().lean();
    expect(deskRank).toBe(deskRankOf({ priority: 'urgent', customerWaiting: true, confirmedAt: new Date() }));

    const other = await openUnconfirmed(newEmail());
    const otherSecret = await calls.mailedSecret(other);
    const open = () => calls.confirm(other.ticketNumber, other.email, otherSecret);
    const replies = await Promise.all([open(), open(), open()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    // The first one alone is a change.
    expect((await tickets.findById(other.id).orFail().lean()).version).toBe(2);
  });

  it('leaves an audit entry for each read, and none if nothing was shown', async () => {
    const { id } = await open(newEmail());
    const hidden = await openUnconfirmed(newEmail());
    await support.as(STAFF, part(hidden.id, 'mails'));
    await support.as(STAFF, part(id, 'mails'));
    await support.as(STAFF, part(id, 'other-tickets'));
    const entries = async (target: string) =>
      (await support.as(ADMIN, `/api/admin/audit?search=${target}`)).body as AuditEntry[];
    await until(async () => (await entries(id)).length === 2);
    expect((await entries(id)).map(({ action }) => action)).toEqual([
      'GET /api/admin/support-tickets/:id/other-tickets',
      'GET /api/admin/support-tickets/:id/mails',
    ]);
    expect((await entries(id))[0]).toMatchObject({
      actor: { username: 'sam' },
      outcome: 'done',
      changes: [],
    });
    expect(await entries(hidden.id)).toEqual([]);
  });

  it('is sent to other services as the address of the ticket, and as null for an unknown ticket', async () => {
    const email = newEmail();
    const { id } = await open(email);
    expect(await support.commerce.bus.request(ticketCustomer, { ticketId: id })).toEqual({ email });
    for (const ticketId of [UNKNOWN, 'nonsense', '']) {
      expect(await support.commerce.bus.request(ticketCustomer, { ticketId })).toEqual({ email: null });
    }
  });

  it('is refused to visitors, resellers and accounts without a role, and not found for an unknown ticket', async () => {
    const { id } = await open(newEmail());
    for (const name of ['mails', 'other-tickets']) {
      expect((await support.as(null, part(id, name))).status).toBe(401);
      for (const actor of [{ role: 'reseller', resellerId: 'r1' }, { role: 'other' }] as const) {
        expect((await support.as(actor, part(id, name))).status).toBe(403);
      }
      expect((await support.as({ role: 'admin' }, part(id, name))).status).toBe(200);
      expect((await support.as(STAFF, part(UNKNOWN, name))).status).toBe(404);
      expect((await support.as(STAFF, part('nonsense', name))).status).toBe(400);
    }
  });
});
