import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TICKET_CATEGORIES, TICKET_PRIORITIES } from '@leadping/contracts/support/ticket';
import { completeKey } from '@leadping/contracts/licensing/read-license-key';
import { ticketCreated, ticketReplied } from '@leadping/contracts/support/ticket-events';
import { until } from '@leadping/test-kit/until';
import { newEmail } from '@leadping/test-kit/people';
import { randomInt } from 'node:crypto';
import { newTicketNumber } from '../src/tickets/ticket-number.ts';
import { quietSettings, startSupport, type Support } from './support.ts';
import { anAddress, from, ticketCalls } from './ticket-calls.ts';

describe('tickets', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());
  beforeEach(() => {
    support.settings.current = quietSettings();
  });
  const { form, post, open, read, conversation, reply, answer, setStatus, desk } = ticketCalls(() => support);

  describe('of customers', () => {
    it('a visitor opens a ticket and gets its number, and can read the ticket with its fields [P6.02] [P7.27] [P7.28] [P3.08]', async () => {
      const created = await support.licensing.collect(ticketCreated);
      const licenseKey = completeKey('ABCD1234EFGH5678JKMN9012PQRS34');
      const ticket = await open({ licenseKey, category: 'billing' });
      expect(await desk(ticket.id)).toMatchObject({
        name: 'Jane Doe',
        category: 'billing',
        licenseKey: { masked: `ABCD-…-${licenseKey.slice(-4)}` },
      });
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

    it('a ticket number has 16 random characters from an alphabet of 32 and does not repeat [R-tickets.1]', async () => {
      const given = await Promise.all(Array.from({ length: 20 }, async () => (await open()).ticketNumber));
      const [random, now] = [jest.spyOn(Math, 'random'), jest.spyOn(Date, 'now')];
      for (const predictable of [random, now]) predictable.mockReturnValue(0);
      const made = Array.from({ length: 1000 }, newTicketNumber);
      for (const predictable of [random, now]) predictable.mockRestore();
      for (const numbers of [given, made]) {
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const number of numbers) expect(number).toMatch(/^TKT(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
      }
      // Each of the 16 characters is one of 32: a thousand numbers have every one at every place.
      const characters = made.map((number) => number.slice(4).replaceAll('-', ''));
      for (let at = 0; at < 16; at += 1) {
        expect(new Set(characters.map((text) => text[at])).size).toBe(32);
      }
    });

    it('every category and priority is accepted and any other refused; the default priority is normal [P3.11] [P3.12]', async () => {
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

    it("the ticket's email opens it, ignoring case, and a wrong email and a wrong number get the same reply [P6.04] [R-tickets.2]", async () => {
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

    it('a ticket number is accepted as it was pasted, by its owner and in a search of the desk', async () => {
      const ticket = await open();
      const pasted = `\u200E"${ticket.ticketNumber.replaceAll('-', '\u2011')}".\n`;
      const { status } = await read(encodeURIComponent(pasted), ticket.email);
      expect(status).toBe(200);
      const search = encodeURIComponent(pasted.trim());
      const { body } = await support.as({ role: 'support' }, `/api/admin/support-tickets?search=${search}`);
      expect(body).toMatchObject([{ ticketNumber: ticket.ticketNumber }]);
    });

    it('guesses are throttled by network address with Retry-After, also in replies, but polling is not [R-tickets.3] [R-tickets.4]', async () => {
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
      // The owner of the ticket is not refused because of guesses from the same address.
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

    it("a reply with the ticket's email is added and published, and a reply with another email is refused [P6.05] [P7.29] [P3.09]", async () => {
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

    it('a customer cannot change the status of a ticket [P4.27]', async () => {
      const ticket = await open();
      const path = `/api/support/ticket/${ticket.ticketNumber}/response`;
      const smuggled = await support.as(null, path, {
        json: { message: 'x', email: ticket.email, status: 'closed' },
        headers: from('203.0.113.1'),
      });
      expect(smuggled.status).toBe(201);
      const put = await support.as(null, `/api/support/ticket/${ticket.ticketNumber}`, {
        method: 'PUT',
        json: { status: 'closed', email: ticket.email },
      });
      expect(put.status).toBe(404);
      expect((await conversation(ticket)).ticket.status).toBe('open');
    });

    it('a reply reopens a resolved ticket, but is refused if the ticket is closed [R-tickets.6] [R-tickets.7]', async () => {
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

    it('a field that the form does not have is ignored', async () => {
      const made = await post(form({ status: 'closed' }));
      expect(made.status).toBe(201);
      const { ticketNumber } = made.body as { ticketNumber: string };
      expect(await support.database.collection('tickets').findOne({ ticketNumber })).toMatchObject({
        status: 'open',
      });
    });

    it.each([
      ['no name', { name: '   ' }],
      ['no address', { email: 'jane' }],
      ['no subject', { subject: '' }],
      ['no message', { message: '' }],
      ['a subject of invisible characters', { subject: '\u200b\u200f\u2800' }],
      ['a subject of two lines', { subject: 'a\r\nBcc: all@example.com' }],
      ['a name of two lines', { name: 'a\nb' }],
      ['an operator', { email: { $ne: null } }],
      ['a message that is too long', { message: 'x'.repeat(10_001) }],
    ])('a ticket with %s gets a 400 and is not stored', async (_name, overrides) => {
      const before = await support.database.collection('tickets').countDocuments();
      const refused = await post(form(overrides));
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', requestId: expect.any(String) });
      expect(await support.database.collection('tickets').countDocuments()).toBe(before);
    });

    it.each([
      [{ name: '   ' }, 'name: must not be empty'],
      [{ name: 'x'.repeat(101) }, 'name: must have at most 100 characters'],
      [{ name: undefined }, 'name: is missing'],
      [{ name: 7 }, 'name: must be a text'],
      [{ subject: 'a\nb' }, 'subject: must be a single line'],
      [{ priority: 'burning' }, 'priority: must be one of: low, normal, high, urgent'],
    ])('the error for %j names the field and its fault', async (overrides, message) => {
      expect((await post(form(overrides))).body).toMatchObject({ message });
    });

    it('the sixth ticket of an address within an hour from one network is refused', async () => {
      const [email, address] = [newEmail(), anAddress()];
      for (let count = 0; count < 5; count += 1)
        expect((await post(form({ email }), address)).status).toBe(201);
      const refused = await post(form({ email }), address);
      expect(refused.status).toBe(429);
      // Until an hour after the first of the five.
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(3000);
      expect(seconds).toBeLessThanOrEqual(3600);
      expect((refused.body as { message: string }).message).toMatch(/try again in (?:5\d|60) minutes\.$/);
    });

    it('the 21st ticket from one network within an hour is refused for any email; other networks are not affected', async () => {
      const site = `${randomInt(101, 200)}.${randomInt(256)}.${randomInt(256)}`;
      const opened = [];
      for (let host = 1; host <= 20; host += 1) opened.push((await post(form(), `${site}.${host}`)).status);
      expect(opened).toEqual(Array.from({ length: 20 }, () => 201));
      expect(await post(form(), `${site}.99`)).toMatchObject({
        status: 429,
        body: { message: expect.stringMatching(/^Many tickets came from your network/) },
      });
      expect((await post(form(), anAddress())).status).toBe(201);
    });

    it('a ticket that is sent again with its idempotency key is stored once, mailed once and counted once', async () => {
      const [email, address] = [newEmail(), anAddress()];
      const json = form({ email });
      const send = (change = {}, key = 'a-mark-of-this-draft') =>
        post({ ...json, ...change }, address, { 'idempotency-key': key });
      const replies = await Promise.all([send(), send()]);
      for (let count = 0; count < 6; count += 1) replies.push(await send());
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(replies.map(({ body }) => (body as { ticketNumber: string }).ticketNumber)).size).toBe(
        1,
      );

      const changed = await send({ message: 'It works now, but slowly.' });
      const ofAnother = await send({}, 'a-mark-of-another-draft');
      const numbers = [replies[0], changed, ofAnother].map(
        (reply) => (reply?.body as { ticketNumber: string } | undefined)?.ticketNumber,
      );
      expect(new Set(numbers).size).toBe(3);
      expect(await support.mailed(email, 3)).toHaveLength(3);
      expect((await send({}, 'short')).status).toBe(400);
    });

    it('a person can open a ticket after others opened tickets in their name, and gets no further mail about new tickets', async () => {
      const [email, theirs] = [newEmail(), anAddress()];
      for (let count = 0; count < 5; count += 1) await post(form({ email }), theirs);
      await support.mailed(email, 5);
      const created = await support.licensing.collect(ticketCreated);
      const own = await open({ email }, anAddress());
      await until(() =>
        created.some(({ ticketNumber, isConfirmed }) => ticketNumber === own.ticketNumber && !isConfirmed),
      );
      await answer(own.id);
      const mails = await support.mailed(email, 6);
      expect(mails.filter(({ subject }) => subject.includes(own.ticketNumber))).toMatchObject([
        { subject: `Re: ${own.subject} [${own.ticketNumber}]` },
      ]);
    });

    it('a license key in the form is stored sealed, and the desk sees its first and last characters or its fault', async () => {
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

    it('a license key in a text is masked before it is stored or mailed, and a repeated text is not stored again', async () => {
      const licenseKey = completeKey('ABCD1234EFGH5678JKMN9012PQRS34');
      const masked = `…${licenseKey.slice(-4)}`;
      const ticket = await open({ subject: `Key ${licenseKey}`, message: `Mine is ${licenseKey}.` });
      for (let time = 0; time < 2; time += 1) await reply(ticket, `It is\n${licenseKey}`);
      await answer(ticket.id, `Is it ${licenseKey}?`);
      const shown = await conversation(ticket);
      expect(shown.ticket).toMatchObject({ subject: `Key ${masked}`, message: `Mine is ${masked}.` });
      expect(shown.responses.map(({ message }) => message)).toEqual([`It is\n${masked}`, `Is it ${masked}?`]);
      expect(JSON.stringify(await support.mailed(ticket.email, 2))).not.toContain(licenseKey);
      const { ticketNumber } = ticket;
      const kept = await support.database.collection('tickets').findOne({ ticketNumber });
      expect(JSON.stringify(kept)).not.toContain(licenseKey);
    });
  });

  describe('by mail', () => {
    it('the customer gets the number once, even if the event is published again, and without their own text', async () => {
      const ticket = await open();
      const [mail] = await support.mailed(ticket.email);
      expect(mail!.textBody).toContain(`http://localhost:8080/ticket/${ticket.ticketNumber}`);
      expect(mail!.textBody).toContain('The Leadping team replies within 24 hours.');
      expect(mail!.textBody).not.toContain('no Ping button');
      const { ticketNumber, subject, name, email, message, priority } = ticket;
      await support.licensing.publish(ticketCreated, {
        ticketNumber,
        subject,
        name,
        email,
        message,
        priority,
        isConfirmed: true,
      });
      await answer(ticket.id);
      await support.mailed(ticket.email, 2);
      expect(await support.mailsTo(ticket.email)).toHaveLength(2);
    });

    it('a staff answer is mailed to the customer once, with its text [S7.30]', async () => {
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

    it('a new ticket and a reply are mailed to every admin address if notifications are on, and to none if they are off [S2.35]', async () => {
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
