import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TICKET_STATUSES, type DeskTicket, type TicketResponse } from '@leadping/contracts/support/ticket';
import { ticketReplied } from '@leadping/contracts/support/ticket-events';
import { newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { randomInt } from 'node:crypto';
import { quietSettings, startSupport, type Support } from './support.ts';
import { ADMIN, STAFF, ticketCalls } from './ticket-calls.ts';

describe('tickets of the desk', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());
  beforeEach(() => {
    support.settings.current = quietSettings();
  });
  const { open, openConfirmed, mailedSecret, confirm, conversation, reply, answer, setStatus, update, desk } =
    ticketCalls(() => support);

  it('the list and the detail have every field, and a staff answer is signed with the user name [S3.26] [S3.27] [S7.26] [S7.27] [S7.29] [P1.17]', async () => {
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
      isAddressConfirmed: false,
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

  it('the four statuses are accepted and any other is refused [S7.28] [P3.10] [R-tickets.9]', async () => {
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

  it('a priority changes alone or together with the status, and moves the ticket in the list', async () => {
    const subject = `rank ${Math.random()}`;
    const [first, second] = [await openConfirmed({ subject }), await openConfirmed({ subject })];
    expect((await update(second.id, { priority: 'high' })).body).toMatchObject({
      status: 'open',
      priority: 'high',
      customerWaiting: true,
    });
    const path = `/api/admin/support-tickets?search=${encodeURIComponent(subject)}&sort=pressing`;
    const listed = (await support.as(STAFF, path)).body as DeskTicket[];
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    await update(second.id, { status: 'resolved', priority: 'low' });
    expect(await desk(second.id)).toMatchObject({ status: 'resolved', priority: 'low' });
    await setStatus(second.id, 'open');
    expect(await desk(second.id)).toMatchObject({ status: 'open', priority: 'low' });
    for (const refused of [{}, { priority: 'asap' }, { seenAt: new Date().toISOString() }]) {
      expect((await update(first.id, refused)).status).toBe(400);
    }
  });

  it('a staff answer changes open to in_progress, keeps other statuses and is refused if the ticket is closed [R-tickets.8]', async () => {
    const ticket = await open();
    await answer(ticket.id);
    expect((await desk(ticket.id)).status).toBe('in_progress');
    await answer(ticket.id, 'And:', ADMIN);
    expect(await desk(ticket.id)).toMatchObject({ status: 'in_progress', assignedTo: 'staff-1' });
    await setStatus(ticket.id, 'resolved');
    await answer(ticket.id);
    expect((await desk(ticket.id)).status).toBe('resolved');
    await setStatus(ticket.id, 'closed');
    expect((await answer(ticket.id, 'And one more thing.')).status).toBe(409);
    expect((await desk(ticket.id)).responses).toHaveLength(3);
  });

  it('a customer is waiting while the last message is theirs and the ticket is not settled [R-tickets.5]', async () => {
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

  it('settling a ticket is refused if the customer has replied since it was read', async () => {
    const ticket = await open();
    const { updatedAt } = await desk(ticket.id);
    await setStatus(ticket.id, 'in_progress', updatedAt);
    await reply(ticket);
    for (const status of ['resolved', 'closed']) {
      expect(await setStatus(ticket.id, status, updatedAt)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: 'The customer has just replied. Read it first.' },
      });
    }
    expect((await setStatus(ticket.id, 'open', updatedAt)).status).toBe(200);
    const seenAt = (await desk(ticket.id)).updatedAt;
    expect((await setStatus(ticket.id, 'resolved', seenAt)).body).toMatchObject({ status: 'resolved' });

    // Also where the reply comes to an instance whose clock is behind the one that wrote last.
    const ahead = new Date(Date.now() + 3_600_000);
    await support.database
      .collection('tickets')
      .updateOne({ ticketNumber: ticket.ticketNumber }, { $set: { updatedAt: ahead } });
    await reply(ticket, 'It is back');
    expect((await setStatus(ticket.id, 'closed', ahead.toISOString())).status).toBe(409);
    expect((await setStatus(ticket.id, 'closed', 'yesterday')).status).toBe(400);
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
      (await support.as(STAFF, `/api/admin/support-tickets?search=${subject}${query}`)).body as DeskTicket[];
    const [closed, older, resolved, working, newer] = tickets.map(({ id }) => id);
    expect((await list('')).map(({ id }) => id)).toEqual([newer, older, working, resolved, closed]);
    // A change puts the ticket that was created first before the one created last.
    await setStatus(older!, 'in_progress');
    await setStatus(older!, 'open');
    expect((await list('')).map(({ id }) => id)).toEqual([older, newer, working, resolved, closed]);
    await setStatus(newer!, 'open');
    expect((await list('')).map(({ id }) => id)).toEqual([newer, older, working, resolved, closed]);
    expect((await list('&status=in_progress')).map(({ id }) => id)).toEqual([working]);
    expect(await list('.*')).toEqual([]);
    expect(await list('%00')).toHaveLength(tickets.length);
    expect((await list('&skip=1&limit=2')).map(({ id }) => id)).toEqual([older, working]);
    expect((await list('&customerWaiting=true')).map(({ id }) => id)).toEqual([older, working, newer]);
  });

  it('a search finds letters regardless of their composition and case, also beyond ASCII', async () => {
    const mark = randomInt(1e9);
    const { id } = await open({
      subject: `R\u00e9sum\u00e9 \u00dcber\u00c5 ${mark}`,
      name: 'Jos\u0065\u0301 \u0141ukasz',
    });
    // Written before texts were composed.
    const old = await open({ subject: 'placeholder' });
    const subject = `re\u0301sume\u0301 u\u0308bera\u030a ${mark}`;
    await support.database
      .collection('tickets')
      .updateOne({ ticketNumber: old.ticketNumber }, { $set: { subject } });
    const list = async (search: string) =>
      (
        (await support.as(STAFF, `/api/admin/support-tickets?search=${encodeURIComponent(search)}`))
          .body as DeskTicket[]
      ).map((ticket) => ticket.id);
    for (const search of [
      `R\u00e9sum\u00e9 \u00dcber\u00c5 ${mark}`,
      `re\u0301sume\u0301 \u00fcber\u00e5 ${mark}`,
      `RE\u0301SUME\u0301 U\u0308BER\u00c5 ${mark}`,
    ]) {
      expect(await list(search)).toEqual([old.id, id]);
    }
    expect(await list('JOS\u00c9 \u0142UKASZ')).toContain(id);
    expect(await list(`resume uber ${mark}`)).toEqual([]);
  });

  it('a search finds a ticket number with # in front, without dashes and in lower case', async () => {
    const { id, ticketNumber } = await open();
    const bare = ticketNumber.replaceAll('-', '');
    for (const search of [
      `#${ticketNumber}`,
      `# ${ticketNumber}`,
      bare,
      `#${bare.toLowerCase()}`,
      bare.slice(0, 13),
      `${ticketNumber.slice(0, 14)}`,
    ]) {
      const path = `/api/admin/support-tickets?search=${encodeURIComponent(search)}`;
      expect(((await support.as(STAFF, path)).body as DeskTicket[]).map((ticket) => ticket.id)).toEqual([id]);
    }
  });

  it("an answer is refused while a colleague's answer is unread, with the colleague's name and the time", async () => {
    const ticket = await open();
    const { updatedAt: seenAt } = await desk(ticket.id);
    const write = (message: string, as: typeof STAFF | typeof ADMIN, seen: string) =>
      support.as(as, `/api/admin/support-tickets/${ticket.id}/responses`, {
        json: { message, seenAt: seen },
      });
    expect((await write('Reload the page.', STAFF, seenAt)).status).toBe(201);
    // Their own reply is no surprise to a writer.
    expect((await write('And restart.', STAFF, seenAt)).status).toBe(201);
    expect(await write('Try again.', ADMIN, seenAt)).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        message: expect.stringMatching(/^sam replied \d+ s ago\. Read the reply first\.$/),
      },
    });
    const read = await desk(ticket.id);
    expect(read.responses.map(({ message }) => message)).toEqual(['Reload the page.', 'And restart.']);
    expect((await write('Try again.', ADMIN, read.updatedAt)).status).toBe(201);
    expect((await write('x', ADMIN, 'yesterday')).status).toBe(400);
  });

  it('sorted by urgency, an unconfirmed urgent ticket comes after the tickets that are waiting', async () => {
    const subject = `stranger-${randomInt(1e9)}`;
    const list = async () => {
      const path = `/api/admin/support-tickets?search=${subject}&sort=pressing`;
      return ((await support.as(STAFF, path)).body as DeskTicket[]).map(({ id }) => id);
    };
    const waits = await open({ subject });
    const high = await openConfirmed({ subject, priority: 'high' });
    const stranger = await open({ subject, priority: 'urgent' });
    expect(await list()).toEqual([high.id, waits.id, stranger.id]);
    await reply(stranger);
    expect(await list()).toEqual([high.id, waits.id, stranger.id]);
    await confirm(stranger.ticketNumber, stranger.email, await mailedSecret(stranger));
    expect(await list()).toEqual([stranger.id, high.id, waits.id]);
    await reply(stranger, 'Still urgent');
    expect(await list()).toEqual([stranger.id, high.id, waits.id]);
  });

  it('sorted by urgency, the highest priority comes first, then the longest wait, and settled tickets come last', async () => {
    const subject = `press-${randomInt(1e9)}`;
    const list = async (query = '') => {
      const path = `/api/admin/support-tickets?search=${subject}&sort=pressing${query}`;
      return ((await support.as(STAFF, path)).body as DeskTicket[]).map(({ id }) => id);
    };
    const low = await open({ subject, priority: 'low' });
    const longest = await open({ subject });
    const replied = await openConfirmed({ subject, priority: 'urgent' });
    const shorter = await open({ subject });
    const urgent = await openConfirmed({ subject, priority: 'urgent' });
    const settled = await openConfirmed({ subject, priority: 'urgent' });
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
    expect(await list('&customerWaiting=true')).toEqual([urgent, longest, shorter, low].map(({ id }) => id));

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

  it('the pages of old settled tickets contain each ticket once, the latest first', async () => {
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

  it('one call returns the counts of all filters, also for a search, and an address finds only its own tickets', async () => {
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

  it('simultaneous answers and replies are all kept', async () => {
    const ticket = await open();
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) => answer(ticket.id, `staff ${index}`)),
      ...Array.from({ length: 5 }, (_, index) => reply(ticket, `customer ${index}`)),
    ]);
    const { responses } = await desk(ticket.id);
    expect(new Set(responses.map(({ message }) => message)).size).toBe(10);
  });

  it('a conversation is limited to 500,000 characters or 300 replies, and its status can still be changed', async () => {
    const ticket = await open();
    const fill = (messages: string[]) =>
      support.database.collection('tickets').updateOne(
        { ticketNumber: ticket.ticketNumber },
        {
          $set: {
            responses: messages.map((message) => ({
              message,
              isCustomerResponse: true,
              createdAt: new Date(),
            })),
          },
        },
      );
    await fill(Array.from({ length: 49 }, () => '€'.repeat(10_000)));
    const both = await Promise.all([answer(ticket.id, 'a'.repeat(6000)), reply(ticket, 'b'.repeat(6000))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await desk(ticket.id)).responses).toHaveLength(50);
    expect((await reply(ticket, 'b'.repeat(6001))).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('Please open a new ticket'),
    });
    expect((await answer(ticket.id, 'a'.repeat(6001))).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('Close the ticket'),
    });

    await fill(Array.from({ length: 300 }, () => 'Hello?'));
    expect((await reply(ticket, 'One more')).status).toBe(400);
    await fill(Array.from({ length: 60 }, () => 'x'.repeat(10_000)));
    expect((await setStatus(ticket.id, 'closed')).status).toBe(200);
  });

  it('a repeated message without another one in between is stored and published once', async () => {
    const published = await support.licensing.collect(ticketReplied);
    const ticket = await open();
    const eventsOf = () => published.filter(({ ticketNumber }) => ticketNumber === ticket.ticketNumber);
    const sent = await Promise.all([answer(ticket.id), answer(ticket.id), answer(ticket.id)]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(sent.map(({ body }) => (body as TicketResponse).id)).size).toBe(1);
    await setStatus(ticket.id, 'closed');
    expect((await answer(ticket.id)).body).toEqual(sent[0]!.body);
    await setStatus(ticket.id, 'open');

    expect((await reply(ticket, 'It is back')).status).toBe(201);
    expect((await reply(ticket, 'It is back')).status).toBe(201);
    await setStatus(ticket.id, 'resolved');
    await reply(ticket, 'It is back');
    expect((await desk(ticket.id)).status).toBe('open');
    // Other words, a colleague's, what somebody wrote in between, and a day later are messages of their own.
    await answer(ticket.id);
    await answer(ticket.id, 'Please reload the page.', ADMIN);
    await reply(ticket, 'Any news?');
    await support.database
      .collection('tickets')
      .updateOne(
        { ticketNumber: ticket.ticketNumber },
        { $set: { 'responses.5.createdAt': new Date(Date.now() - 24 * 3600_000) } },
      );
    await reply(ticket, 'Any news?');
    const { responses } = await desk(ticket.id);
    expect(responses.map(({ message }) => message)).toEqual([
      'Please reload the page.',
      'It is back',
      'It is back',
      'Please reload the page.',
      'Please reload the page.',
      'Any news?',
      'Any news?',
    ]);
    await until(() => eventsOf().length >= responses.length);
    expect(
      eventsOf()
        .map(({ responseId }) => responseId)
        .sort(),
    ).toEqual(responses.map(({ id }) => id).sort());
  });

  it('the role support can use the desk and no other admin call, and visitors and other roles can use neither [S6.03] [R-accounts.19]', async () => {
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

  it('an unknown ticket gets a 404', async () => {
    for (const id of ['0'.repeat(24), 'nonsense', '$ne']) {
      expect((await support.as(STAFF, `/api/admin/support-tickets/${id}`)).status).toBe(404);
      expect((await setStatus(id, 'open')).status).toBe(404);
      expect((await answer(id)).status).toBe(404);
    }
  });
});
