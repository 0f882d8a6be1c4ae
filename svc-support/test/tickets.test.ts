import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeskTicket, Ticket, TicketResponse } from '@leadping/contracts/support/ticket';
import { TICKET_CATEGORIES, TICKET_PRIORITIES, TICKET_STATUSES } from '@leadping/contracts/support/ticket';
import { completeKey } from '@leadping/contracts/licensing/read-license-key';
import { ticketCreated, ticketReplied } from '@leadping/contracts/support/ticket-events';
import { randomInt } from 'node:crypto';
import { until } from '@leadping/test-kit/until';
import { newEmail } from '@leadping/test-kit/people';
import { quietSettings, startSupport, type Support } from './support.ts';

const STAFF = { role: 'support', userId: 'staff-1', username: 'sam' } as const;
const ADMIN = { role: 'admin', userId: 'admin-1', username: 'root' } as const;

interface Conversation {
  ticket: Ticket;
  responses: TicketResponse[];
}

describe('tickets', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());
  beforeEach(() => {
    support.settings.current = quietSettings();
  });

  const form = (overrides: object = {}) => ({
    name: 'Jane Doe',
    email: newEmail(),
    category: 'technical',
    subject: 'The button is missing',
    message: 'I see no Ping button.\nWhat now?',
    priority: 'normal',
    ...overrides,
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const anAddress = () => `203.0.${randomInt(256)}.${randomInt(256)}`;
  const post = (json: unknown) => support.as(null, '/api/support', { json });
  const open = async (overrides: object = {}) => {
    const json = form(overrides);
    const reply = await post(json);
    const { ticketNumber } = reply.body as { ticketNumber: string };
    const desk = (await support.as(STAFF, `/api/admin/support-tickets?search=${ticketNumber}`))
      .body as DeskTicket[];
    return { ...json, ticketNumber, id: desk[0]!.id };
  };
  const read = (ticketNumber: string, email: string, address = '203.0.113.1') =>
    support.as(null, `/api/support/ticket/${ticketNumber}?email=${encodeURIComponent(email)}`, {
      headers: from(address),
    });
  const conversation = async ({ ticketNumber, email }: { ticketNumber: string; email: string }) =>
    (await read(ticketNumber, email)).body as Conversation;
  const reply = (ticket: { ticketNumber: string; email: string }, message = 'One more thing') =>
    support.as(null, `/api/support/ticket/${ticket.ticketNumber}/response`, {
      json: { message, email: ticket.email },
      headers: from('203.0.113.1'),
    });
  const answer = (id: string, message = 'Please reload the page.', as: typeof STAFF | typeof ADMIN = STAFF) =>
    support.as(as, `/api/admin/support-tickets/${id}/responses`, { json: { message } });
  const setStatus = (id: string, status: unknown) =>
    support.as(STAFF, `/api/admin/support-tickets/${id}`, { method: 'PUT', json: { status } });
  const desk = async (id: string) =>
    (await support.as(STAFF, `/api/admin/support-tickets/${id}`)).body as DeskTicket & {
      responses: TicketResponse[];
    };

  describe('of customers', () => {
    it('a visitor opens one and gets its number; the owner reads it with its fields [P6.02] [P7.27] [P7.28] [P3.08]', async () => {
      const created = await support.licensing.collect(ticketCreated);
      const ticket = await open();
      expect((await conversation(ticket)).ticket).toEqual({
        ticketNumber: ticket.ticketNumber,
        subject: ticket.subject,
        message: ticket.message,
        status: 'open',
        priority: 'normal',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect((await conversation(ticket)).responses).toEqual([]);
      await until(() => created.some(({ ticketNumber }) => ticketNumber === ticket.ticketNumber));
    });

    it('the number has 80 bits of chance and does not repeat [R-tickets.1]', async () => {
      const numbers = await Promise.all(Array.from({ length: 20 }, async () => (await open()).ticketNumber));
      expect(new Set(numbers).size).toBe(20);
      for (const number of numbers) expect(number).toMatch(/^TKT(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
      // 16 characters of 32: all of them are chance, none is shared by all twenty.
      const characters = numbers.map((number) => number.slice(4).replaceAll('-', ''));
      for (let at = 0; at < 16; at += 1) {
        expect(new Set(characters.map((text) => text[at])).size).toBeGreaterThan(1);
      }
    });

    it('every category and priority is taken, others are refused; priority is normal by default [P3.11] [P3.12]', async () => {
      expect([...TICKET_PRIORITIES]).toEqual(['low', 'normal', 'high', 'urgent']);
      expect([...TICKET_CATEGORIES]).toEqual([
        'installation',
        'licensing',
        'integration',
        'technical',
        'billing',
        'feature',
        'other',
      ]);
      for (const category of TICKET_CATEGORIES) expect((await post(form({ category }))).status).toBe(201);
      for (const priority of TICKET_PRIORITIES) expect((await post(form({ priority }))).status).toBe(201);
      expect((await post(form({ category: 'gossip' }))).status).toBe(400);
      expect((await post(form({ priority: 'now' }))).status).toBe(400);
      const ticket = await open({ priority: undefined });
      expect((await conversation(ticket)).ticket.priority).toBe('normal');
    });

    it('the email of the ticket opens it, whatever its case; another one and another number answer the same [P6.04] [R-tickets.2]', async () => {
      const ticket = await open();
      expect((await read(ticket.ticketNumber.toLowerCase(), ticket.email.toUpperCase())).status).toBe(200);
      const wrongEmail = await read(ticket.ticketNumber, newEmail(), anAddress());
      const wrongNumber = await read('TKT-0000-0000-0000-0000', ticket.email, anAddress());
      for (const refused of [wrongEmail, wrongNumber]) {
        expect(refused.status).toBe(404);
        expect(refused.body).toMatchObject({ code: 'NOT_FOUND', message: 'Invalid email for this ticket' });
        expect(JSON.stringify(refused.body)).not.toContain(ticket.subject);
      }
    });

    it('guessing is throttled by address with Retry-After, replies included; polling is not [R-tickets.3] [R-tickets.4]', async () => {
      const ticket = await open();
      const guesser = anAddress();
      const attempts = [];
      for (let count = 0; count < 12; count += 1)
        attempts.push(await read(ticket.ticketNumber, newEmail(), guesser));
      expect(attempts.map(({ status }) => status)).toEqual([
        ...Array.from({ length: 10 }, () => 404),
        429,
        429,
      ]);
      expect(Number(attempts[11]!.headers.get('retry-after'))).toBeGreaterThan(0);
      // Who proves to be right is not refused for what others behind the same address did.
      expect((await read(ticket.ticketNumber, ticket.email, guesser)).status).toBe(200);
      const path = `/api/support/ticket/${ticket.ticketNumber}/response`;
      const byReply = await support.as(null, path, {
        json: { message: 'hi', email: newEmail() },
        headers: from(guesser),
      });
      expect(byReply.status).toBe(429);

      const reader = anAddress();
      for (let count = 0; count < 100; count += 1) {
        expect((await read(ticket.ticketNumber, ticket.email, reader)).status).toBe(200);
      }
      // Somebody beside the reader, behind the same address, guesses: the reader reads on.
      for (let count = 0; count < 12; count += 1) await read(ticket.ticketNumber, newEmail(), reader);
      expect((await read(ticket.ticketNumber, ticket.email, reader)).status).toBe(200);
    });

    it('a reply with the email is added and published, without it refused [P6.05] [P7.29] [P3.09]', async () => {
      const replied = await support.licensing.collect(ticketReplied);
      const ticket = await open();
      expect((await reply(ticket, 'More facts')).status).toBe(201);
      expect((await conversation(ticket)).responses).toEqual([
        {
          id: expect.any(String),
          message: 'More facts',
          isCustomerResponse: true,
          createdAt: expect.any(String),
          respondedBy: null,
        },
      ]);
      await until(() =>
        replied.some((published) => published.ticketNumber === ticket.ticketNumber && published.fromCustomer),
      );
      const foreign = await support.as(null, `/api/support/ticket/${ticket.ticketNumber}/response`, {
        json: { message: 'Let me in', email: newEmail() },
        headers: from(anAddress()),
      });
      expect(foreign.status).toBe(404);
      expect((await conversation(ticket)).responses).toHaveLength(1);
    });

    it('a customer can set neither status nor anything else with a reply [P4.27]', async () => {
      const ticket = await open();
      const path = `/api/support/ticket/${ticket.ticketNumber}/response`;
      const smuggled = await support.as(null, path, {
        json: { message: 'x', email: ticket.email, status: 'closed' },
        headers: from('203.0.113.1'),
      });
      expect(smuggled.status).toBe(400);
      const put = await support.as(null, `/api/support/ticket/${ticket.ticketNumber}`, {
        method: 'PUT',
        json: { status: 'closed', email: ticket.email },
      });
      expect(put.status).toBe(404);
      expect((await conversation(ticket)).ticket.status).toBe('open');
    });

    it('a reply reopens a resolved ticket, a closed one refuses [R-tickets.6] [R-tickets.7]', async () => {
      const ticket = await open();
      await setStatus(ticket.id, 'resolved');
      expect((await reply(ticket)).status).toBe(201);
      expect((await conversation(ticket)).ticket.status).toBe('open');
      await setStatus(ticket.id, 'closed');
      const refused = await reply(ticket, 'Hello?');
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'TICKET_CLOSED' });
      expect((await conversation(ticket)).responses).toHaveLength(1);
    });

    it.each([
      ['no name', { name: '   ' }],
      ['no address', { email: 'jane' }],
      ['no subject', { subject: '' }],
      ['no message', { message: '' }],
      ['a subject of two lines', { subject: 'a\r\nBcc: all@example.com' }],
      ['a name of two lines', { name: 'a\nb' }],
      ['an operator', { email: { $ne: null } }],
      ['an extra field', { status: 'closed' }],
      ['a message that is too long', { message: 'x'.repeat(10_001) }],
    ])('%s is a clear 400 and opens nothing', async (_name, overrides) => {
      const before = await support.database.collection('tickets').countDocuments();
      const refused = await post(form(overrides));
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', requestId: expect.any(String) });
      expect(await support.database.collection('tickets').countDocuments()).toBe(before);
    });

    it('one mailbox is not filled: the sixth ticket of an address within the hour is refused', async () => {
      const email = newEmail();
      for (let count = 0; count < 5; count += 1) expect((await post(form({ email }))).status).toBe(201);
      const refused = await post(form({ email }));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    });

    it('a license key in the form is kept sealed; the desk sees its ends, or what is wrong with it', async () => {
      const licenseKey = completeKey('ABCD1234EFGH5678JKMN9012PQRS34');
      const ticket = await open({ licenseKey: licenseKey.toLowerCase() });
      expect((await desk(ticket.id)).licenseKey).toEqual({
        masked: `ABCD-…-${licenseKey.slice(-4)}`,
        fault: null,
      });
      const mistyped = await open({ licenseKey: licenseKey.replace('ABCD', 'ABDC') });
      expect((await desk(mistyped.id)).licenseKey).toEqual({ masked: null, fault: 'mistyped' });
      const malformed = await open({ licenseKey: 'I lost it' });
      expect((await desk(malformed.id)).licenseKey).toEqual({ masked: null, fault: 'malformed' });
      const kept = await support.database
        .collection('tickets')
        .findOne({ ticketNumber: ticket.ticketNumber });
      expect(JSON.stringify(kept)).not.toContain(licenseKey);
    });
  });

  describe('of the desk', () => {
    it('list and detail have every field, and a staff answer is signed with the user name [S3.26] [S3.27] [S7.26] [S7.27] [S7.29] [P1.17]', async () => {
      const ticket = await open();
      const replied = await answer(ticket.id, 'We are on it.');
      expect(replied.status).toBe(201);
      const detail = await desk(ticket.id);
      expect(detail).toEqual({
        id: ticket.id,
        ticketNumber: ticket.ticketNumber,
        subject: ticket.subject,
        message: ticket.message,
        name: ticket.name,
        email: ticket.email,
        licenseKey: null,
        category: 'technical',
        status: 'in_progress',
        priority: 'normal',
        assignedTo: 'staff-1',
        customerWaiting: false,
        waitingSince: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        responses: [
          {
            id: expect.any(String),
            message: 'We are on it.',
            isCustomerResponse: false,
            createdAt: expect.any(String),
            respondedBy: { username: 'sam' },
          },
        ],
      });
      const listed = (await support.as(STAFF, '/api/admin/support-tickets')).body as DeskTicket[];
      const { responses: _responses, ...fields } = detail;
      expect(listed).toContainEqual(fields);
      expect((await conversation(ticket)).responses[0]!.respondedBy).toEqual({ username: 'sam' });
    });

    it('the four statuses are taken and another is refused [S7.28] [P3.10] [R-tickets.9]', async () => {
      const ticket = await open();
      expect([...TICKET_STATUSES]).toEqual(['open', 'in_progress', 'resolved', 'closed']);
      for (const status of TICKET_STATUSES) {
        expect((await setStatus(ticket.id, status)).body).toMatchObject({ status });
        expect((await desk(ticket.id)).status).toBe(status);
      }
      for (const status of ['done', '', null, { $ne: 'open' }]) {
        expect((await setStatus(ticket.id, status)).status).toBe(400);
      }
      expect((await desk(ticket.id)).status).toBe('closed');
    });

    it('a staff answer moves open to in_progress, keeps the others and is refused when closed [R-tickets.8]', async () => {
      const ticket = await open();
      await answer(ticket.id);
      expect((await desk(ticket.id)).status).toBe('in_progress');
      await answer(ticket.id, 'And:', ADMIN);
      expect(await desk(ticket.id)).toMatchObject({ status: 'in_progress', assignedTo: 'staff-1' });
      await setStatus(ticket.id, 'resolved');
      await answer(ticket.id);
      expect((await desk(ticket.id)).status).toBe('resolved');
      await setStatus(ticket.id, 'closed');
      expect((await answer(ticket.id)).status).toBe(409);
      expect((await desk(ticket.id)).responses).toHaveLength(3);
    });

    it('a customer waits while the last message is theirs and the ticket is not settled [R-tickets.5]', async () => {
      const ticket = await open();
      const isWaiting = async () => (await desk(ticket.id)).customerWaiting;
      expect(await isWaiting()).toBe(true);
      await answer(ticket.id);
      expect(await isWaiting()).toBe(false);
      await reply(ticket);
      expect(await isWaiting()).toBe(true);
      await setStatus(ticket.id, 'resolved');
      expect(await isWaiting()).toBe(false);
      await setStatus(ticket.id, 'in_progress');
      expect(await isWaiting()).toBe(true);
      await setStatus(ticket.id, 'closed');
      expect(await isWaiting()).toBe(false);
    });

    it('the list is sorted by status, then by the most recent change, and can be filtered, searched and paged [S4.02] [S4.03]', async () => {
      const subject = `sort-${randomInt(1e9)}`;
      const tickets = [];
      for (const status of ['closed', 'open', 'resolved', 'in_progress', 'open']) {
        const ticket = await open({ subject });
        await setStatus(ticket.id, status);
        tickets.push({ ...ticket, status });
      }
      const list = async (query: string) =>
        (await support.as(STAFF, `/api/admin/support-tickets?search=${subject}${query}`))
          .body as DeskTicket[];
      const [closed, older, resolved, working, newer] = tickets.map(({ id }) => id);
      expect((await list('')).map(({ id }) => id)).toEqual([newer, older, working, resolved, closed]);
      expect((await list('&status=in_progress')).map(({ id }) => id)).toEqual([working]);
      expect(await list('.*')).toEqual([]);
      expect(await list('%00')).toMatchObject({ code: 'VALIDATION_FAILED', requestId: expect.any(String) });
      expect((await list('&skip=1&limit=2')).map(({ id }) => id)).toEqual([older, working]);
      expect((await list('&customerWaiting=true')).map(({ id }) => id)).toEqual([older, working, newer]);
    });

    it('by urgency: the highest priority first, in it who waits longest, settled tickets last', async () => {
      const subject = `press-${randomInt(1e9)}`;
      const list = async (query = '') => {
        const path = `/api/admin/support-tickets?search=${subject}&sort=pressing${query}`;
        return ((await support.as(STAFF, path)).body as DeskTicket[]).map(({ id }) => id);
      };
      const low = await open({ subject, priority: 'low' });
      const longest = await open({ subject });
      const replied = await open({ subject, priority: 'urgent' });
      const shorter = await open({ subject });
      const urgent = await open({ subject, priority: 'urgent' });
      const settled = await open({ subject, priority: 'urgent' });
      const settledLater = await open({ subject, priority: 'low' });
      await setStatus(settled.id, 'resolved');
      await setStatus(settledLater.id, 'resolved');
      await answer(replied.id);
      await setStatus(replied.id, 'open');
      const expected = [urgent, replied, longest, shorter, low, settledLater, settled].map(({ id }) => id);
      expect(await list()).toEqual(expected);
      const paged = [
        ...(await list('&limit=2')),
        ...(await list('&skip=2&limit=3')),
        ...(await list('&skip=5')),
      ];
      expect(paged).toEqual(expected);
      expect(await list('&customerWaiting=true')).toEqual(
        [urgent, longest, shorter, low].map(({ id }) => id),
      );

      // One more message of somebody who waits does not put them back; a reply and a new question does.
      await reply(longest);
      expect((await list()).slice(2, 4)).toEqual([longest.id, shorter.id]);
      await answer(longest.id);
      await setStatus(longest.id, 'open');
      await reply(longest);
      expect((await list()).slice(2, 4)).toEqual([shorter.id, longest.id]);
      const { waitingSince, responses } = await desk(longest.id);
      expect(waitingSince).toBe(responses.at(-1)?.createdAt);
    });

    it('the pages of years of settled tickets hold each once, the latest first', async () => {
      const ticket = await open();
      const stored = await support.database
        .collection('tickets')
        .findOne({ ticketNumber: ticket.ticketNumber });
      const { _id, outbox: _outbox, ...fields } = stored!;
      const aged = [0.5, 1, 5, 10, 60, 100, 400, 900].map((days) => ({
        ...fields,
        ticketNumber: `TKT-AGED-${days}`,
        emailKey: 'aged@example.com',
        status: 'closed',
        statusRank: 3,
        customerWaiting: false,
        updatedAt: new Date(Date.now() - days * 24 * 3_600_000),
      }));
      await support.database.collection('tickets').insertMany(aged.toReversed());
      const numbers: string[] = [];
      for (let skip = 0; numbers.length < 500; skip += 3) {
        const path = `/api/admin/support-tickets?status=closed&limit=3&skip=${skip}`;
        const page = (await support.as(STAFF, path)).body as DeskTicket[];
        if (page.length === 0) break;
        numbers.push(...page.map(({ ticketNumber }) => ticketNumber));
      }
      expect(numbers.filter((number) => number.startsWith('TKT-AGED'))).toEqual(
        aged.map(({ ticketNumber }) => ticketNumber),
      );
      expect(new Set(numbers).size).toBe(numbers.length);
    });

    it('the filters have their counts in one call, also of a search; an address finds its own tickets alone', async () => {
      const subject = `count-${randomInt(1e9)}`;
      const email = newEmail();
      const [first, second] = [await open({ subject, email }), await open({ subject })];
      await setStatus(second.id, 'closed');
      await setStatus((await open({ subject })).id, 'in_progress');
      const summary = async (search: string) =>
        (await support.as(STAFF, `/api/admin/support-tickets/summary?search=${encodeURIComponent(search)}`))
          .body;
      expect(await summary(subject)).toEqual({
        byStatus: { open: 1, in_progress: 1, resolved: 0, closed: 1 },
        waiting: 2,
      });
      expect(await summary(email.toUpperCase())).toMatchObject({
        byStatus: { open: 1, closed: 0 },
        waiting: 1,
      });
      expect(await summary(first.ticketNumber.toLowerCase())).toMatchObject({ waiting: 1 });
      const everything = await support.as(STAFF, '/api/admin/support-tickets/summary');
      expect((everything.body as { waiting: number }).waiting).toBeGreaterThanOrEqual(2);
    });

    it('answers at the same time are all kept', async () => {
      const ticket = await open();
      await Promise.all([
        ...Array.from({ length: 5 }, (_, index) => answer(ticket.id, `staff ${index}`)),
        ...Array.from({ length: 5 }, (_, index) => reply(ticket, `customer ${index}`)),
      ]);
      const { responses } = await desk(ticket.id);
      expect(new Set(responses.map(({ message }) => message)).size).toBe(10);
    });

    it('role support uses the desk and no other admin call; visitors and other roles use none [S6.03] [R-accounts.19]', async () => {
      const ticket = await open();
      const calls: [path: string, options: { method?: string; json?: unknown }][] = [
        ['/api/admin/support-tickets', {}],
        ['/api/admin/support-tickets/summary', {}],
        [`/api/admin/support-tickets/${ticket.id}`, {}],
        [`/api/admin/support-tickets/${ticket.id}`, { method: 'PUT', json: { status: 'open' } }],
        [`/api/admin/support-tickets/${ticket.id}/responses`, { json: { message: 'hi' } }],
      ];
      const adminOnly: typeof calls = [
        ['/api/admin/system-logs', {}],
        ['/api/admin/system-logs', { method: 'DELETE', json: { days: 0 } }],
        ['/api/admin/dead-letters/support', {}],
      ];
      for (const [path, options] of [...calls, ...adminOnly]) {
        expect((await support.as(null, path, options)).status).toBe(401);
        for (const actor of [{ role: 'reseller', resellerId: 'r1' }, { role: 'other' }] as const) {
          expect((await support.as(actor, path, options)).status).toBe(403);
        }
      }
      expect((await desk(ticket.id)).responses).toEqual([]);
      for (const [path, options] of calls)
        expect((await support.as(STAFF, path, options)).status).toBeLessThan(300);
      for (const [path, options] of adminOnly)
        expect((await support.as(STAFF, path, options)).status).toBe(403);
    });

    it('an unknown ticket is not found', async () => {
      for (const id of ['0'.repeat(24), 'nonsense', '$ne']) {
        expect((await support.as(STAFF, `/api/admin/support-tickets/${id}`)).status).toBe(404);
        expect((await setStatus(id, 'open')).status).toBe(404);
        expect((await answer(id)).status).toBe(404);
      }
    });
  });

  describe('by mail', () => {
    it('the customer gets the number once, however often it is published, and not their own words', async () => {
      const ticket = await open();
      const [mail] = await support.mailed(ticket.email);
      expect(mail!.textBody).toContain(`http://localhost:8080/ticket/${ticket.ticketNumber}`);
      expect(mail!.textBody).not.toContain('no Ping button');
      const { ticketNumber, subject, name, email, message, priority } = ticket;
      await support.licensing.publish(ticketCreated, {
        ticketNumber,
        subject,
        name,
        email,
        message,
        priority,
      });
      await answer(ticket.id);
      await support.mailed(ticket.email, 2);
      expect(await support.mailsTo(ticket.email)).toHaveLength(2);
    });

    it('a staff answer is mailed to the customer with its words, once [S7.30]', async () => {
      const replied = await support.licensing.collect(ticketReplied);
      const ticket = await open();
      await answer(ticket.id, 'Reload <b>the page</b>');
      const mails = await support.mailed(ticket.email, 2);
      const mail = mails.find(({ subject }) => subject.startsWith('Re:'));
      expect(mail!.subject).toBe(`Re: ${ticket.subject} [${ticket.ticketNumber}]`);
      expect(mail!.textBody).toContain('> Reload <b>the page</b>');
      expect(mail!.htmlBody).toContain('Reload &lt;b&gt;the page&lt;/b&gt;');
      await support.licensing.publish(
        ticketReplied,
        replied.find((published) => published.ticketNumber === ticket.ticketNumber)!,
      );
      await answer(ticket.id, 'And once more');
      await support.mailed(ticket.email, 3);
      expect(await support.mailsTo(ticket.email)).toHaveLength(3);
    });

    it('a new ticket and a reply are mailed to every admin address while notifications are on, to none while off [S2.35]', async () => {
      const admins = [newEmail(), newEmail()];
      support.settings.current = quietSettings({
        adminNotificationEmails: admins,
        enableTicketNotifications: false,
      });
      const silent = await open();
      await support.mailed(silent.email);
      support.settings.current = quietSettings({
        adminNotificationEmails: admins,
        enableTicketNotifications: true,
      });
      const ticket = await open({ subject: 'Loud one', priority: 'urgent' });
      await reply(ticket, 'Are you there?');
      for (const admin of admins) {
        const mails = await support.mailed(admin, 2);
        expect(mails.map(({ subject }) => subject).sort()).toEqual([
          'Customer replied: Loud one',
          'New ticket (urgent): Loud one',
        ]);
        expect(JSON.stringify(mails)).not.toContain(silent.ticketNumber);
      }
    });
  });
});
