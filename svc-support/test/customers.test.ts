import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeskTicket } from '@leadping/contracts/support/ticket';
import type { CustomerMail, CustomerTicket } from '@leadping/contracts/support/customer-routes';
import { ticketCustomer } from '@leadping/contracts/support/requests';
import { newEmail } from '@leadping/test-kit/people';
import type { Mail } from '../src/mails/mail.model.ts';
import { startSupport, type Support } from './support.ts';

const STAFF = { role: 'support', userId: 'staff-1', username: 'sam' } as const;
const UNKNOWN = '0'.repeat(24);

describe('the customer beside a ticket', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  const open = async (email: string, subject = 'Where is my key?') => {
    const form = { name: 'Jane Doe', email, subject, message: 'It did not come.' };
    const { body } = await support.as(null, '/api/support', { json: form });
    const { ticketNumber } = body as { ticketNumber: string };
    const found = await support.as(STAFF, `/api/admin/support-tickets?search=${ticketNumber}`);
    return (found.body as DeskTicket[])[0]!;
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

  it('has the last mails with their delivery, whatever the case of the address, and nothing of their content', async () => {
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

  it('has the other tickets of the address, newest first, and not the one beside which they are', async () => {
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

  it('the other services are given the address of a ticket, and none without one', async () => {
    const email = newEmail();
    const { id } = await open(email);
    expect(await support.commerce.bus.request(ticketCustomer, { ticketId: id })).toEqual({ email });
    for (const ticketId of [UNKNOWN, 'nonsense', '']) {
      expect(await support.commerce.bus.request(ticketCustomer, { ticketId })).toEqual({ email: null });
    }
  });

  it('is refused to visitors, resellers and accounts without a role; an unknown ticket is not found', async () => {
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
