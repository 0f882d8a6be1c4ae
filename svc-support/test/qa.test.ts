import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import { ROUTES } from '@leadping/contracts/routes';
import { QA_STATUSES, type QaProgress, type QaReport } from '@leadping/contracts/support/qa-routes';
import { QA_CATEGORIES } from '@leadping/contracts/support/vocabulary';
import { randomUUID } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { countHandled } from '@leadping/test-kit/count-handled';
import { until } from '@leadping/test-kit/until';
import { startSupport, type Support } from './support.ts';

const ADMIN = { role: 'admin', username: 'root' } as const;
const COMPREHENSIVE = '/api/admin/run-comprehensive-tests';
const BROWSER = '/api/admin/run-selenium-tests';

/** Replies of the gateway and the other services. Calls of support go to the service itself. */
const ANSWERS: Record<string, [status: number, body: object]> = {
  '/readyz': [200, {}],
  '/api/pricing': [200, { mainProduct: { dollars: 79 }, reseller: { dollars: 497 } }],
  '/api/user': [401, {}],
  '/api/login': [401, {}],
};
const HEADING = '<h1></h1><script>document.querySelector("h1").textContent = "Written by a script"</script>';
const PAGES: Record<string, string> = {
  '/': HEADING,
  '/support': HEADING,
  '/integrations': `${HEADING}<script>throw new Error('broken on purpose')</script>`,
  '/auth': '<h1>No form here</h1>',
  '/qa-unknown-page': '<h1>404 Page Not Found</h1>',
};

describe('QA runs', () => {
  let support: Support;
  let client: Server;
  let serviceUrl = '';
  /** Calls of the runs at the platform's public address. */
  const calls: string[] = [];
  /** Whether the platform loses what is replied to a ticket. */
  let losesReplies = false;
  /** User agents of the clients that opened pages. */
  const browsers: (string | undefined)[] = [];

  beforeAll(async () => {
    client = createServer((incoming, reply) => {
      const path = (incoming.url ?? '').split('?', 1)[0] ?? '';
      calls.push(`${incoming.method} ${path}`);
      if (losesReplies && path.endsWith('/response')) return void incoming.destroy();
      const answer = ANSWERS[path];
      if (answer) {
        reply.writeHead(answer[0], { 'content-type': 'application/json' }).end(JSON.stringify(answer[1]));
      } else if (PAGES[path]) {
        browsers.push(incoming.headers['user-agent']);
        reply.writeHead(200, { 'content-type': 'text/html' }).end(PAGES[path]);
      } else {
        incoming.pipe(
          request(
            `${serviceUrl}${incoming.url}`,
            { method: incoming.method!, headers: incoming.headers },
            (answered) => {
              reply.writeHead(answered.statusCode ?? 502, answered.headers);
              answered.pipe(reply);
            },
          ),
        );
      }
    });
    client.listen(0, '127.0.0.1');
    await once(client, 'listening');
    support = await startSupport({
      PUBLIC_URL: `http://127.0.0.1:${(client.address() as AddressInfo).port}`,
      ...(process.env.CHROMIUM ? { QA_BROWSER_PATH: process.env.CHROMIUM } : {}),
    });
    serviceUrl = support.url;
    await until(async () => {
      const { body } = await support.as(null, '/readyz');
      return (body as { checks: { nats: boolean } }).checks.nats;
    });
  });
  afterAll(async () => {
    await support.close();
    client.closeAllConnections();
    client.close();
  });

  const run = async (path = COMPREHENSIVE) => {
    const reply = await support.as(ADMIN, path, { json: {} });
    return { status: reply.status, report: reply.body as QaReport };
  };

  const count = async () => ({
    tickets: await support.database.collection('tickets').countDocuments(),
    mails: await support.database.collection('mails').countDocuments(),
    logs: await support.database.collection('system_logs').countDocuments({ message: 'QA run' }),
    running: await support.database.collection('qa_runs').countDocuments(),
  });
  /** A run with all that it called, and what was there before it. */
  let first: Awaited<ReturnType<typeof run>> & { calls: string[]; before: Awaited<ReturnType<typeof count>> };
  beforeAll(async () => {
    const before = await count();
    calls.length = 0;
    first = { ...(await run()), calls: [...calls], before };
  });

  it('a run returns every result with its fields, in every category, with matching totals [S7.06] [S3.29] [S4.12] [S9.06]', async () => {
    const { status, report } = first;
    expect(status).toBe(200);
    expect([...QA_STATUSES]).toEqual(['PASSED', 'FAILED', 'ERROR']);
    for (const result of report.results) {
      expect(result).toEqual({
        name: expect.any(String),
        status: expect.stringMatching(/^(PASSED|FAILED|ERROR)$/),
        details: expect.any(String),
        duration: expect.any(Number),
        category: expect.any(String),
      });
    }
    expect(new Set(report.results.map(({ category }) => category))).toEqual(new Set(QA_CATEGORIES));
    expect([...QA_CATEGORIES]).toEqual([
      'Health',
      'API',
      'Auth',
      'Admin',
      'Reseller',
      'License',
      'Support',
      'Integration',
    ]);
    expect(report.total).toBe(report.results.length);
    expect(report.passed + report.failed).toBe(report.total);
    expect(report.success).toBe(false);
    const statusOf = (name: string) => report.results.find((result) => result.name === name)?.status;
    expect(statusOf('Prices are served')).toBe('PASSED');
    await until(async () => {
      const { body } = await support.as(ADMIN, '/api/admin/audit');
      return (body as AuditEntry[]).some(({ action }) => action === `POST ${COMPREHENSIVE}`);
    });
    expect(statusOf('A ticket is opened, read, replied to and kept from others')).toBe('PASSED');
    expect(statusOf('An event is stored and delivered')).toBe('PASSED');
    expect(statusOf('The email provider replies')).toBe('PASSED');
    // Licensing does not answer here: the run reports that and continues.
    expect(statusOf('The public key for tokens is served')).toBe('FAILED');
  });

  it('a run shows its progress to admins only, and no progress when it has ended', async () => {
    const progress = async () => (await support.as(ADMIN, '/api/admin/qa-progress')).body as QaProgress;
    expect(await progress()).toEqual({ isRunning: false, total: 0, results: [] });
    const running = run();
    const seen: QaProgress[] = [];
    await until(async () => {
      seen.push(await progress());
      const { results, total } = seen.at(-1)!;
      return results.length > 0 && results.length < total;
    });
    const { report } = await running;
    const { isRunning, total, results } = seen.at(-1)!;
    expect(isRunning).toBe(true);
    expect(total).toBe(report.total);
    expect(report.results.slice(0, results.length)).toEqual(results);
    expect(await progress()).toEqual({ isRunning: false, total: 0, results: [] });
    expect((await support.as(null, '/api/admin/qa-progress')).status).toBe(401);
    for (const role of ['support', 'other'] as const)
      expect((await support.as({ role }, '/api/admin/qa-progress')).status).toBe(403);
  });

  it('a run uses at most a tenth of every rate limit that its calls share', () => {
    expect(first.calls.length).toBeGreaterThan(15);
    const used = ROUTES.flatMap(({ method, path, limit }) => {
      const pattern = new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`);
      const made = first.calls.filter((call) => pattern.test(call)).length;
      if (!limit || made === 0) return [];
      // A limit by a value, as of an address, is not shared by runs: each makes a value of its own.
      const isLow = made * 10 <= limit.points || (limit.field !== undefined && made === 1);
      return [{ call: `${method} ${path}`, isLow }];
    });
    expect(used.map(({ call }) => call)).toEqual(
      expect.arrayContaining([
        'POST /api/login',
        'POST /api/license/activate',
        'POST /api/support/ticket/:ticketNumber/response',
      ]),
    );
    expect(used.filter(({ isLow }) => !isLow)).toEqual([]);
  });

  it('a run removes what it created, and nobody gets a mail [R-tickets.11]', async () => {
    const handled = (subject: string) => countHandled(support.url, subject);
    // The ticket is gone, its events still come: nobody is mailed about it.
    await until(async () => (await handled('support.ticket.replied')) > 0);
    await until(async () => (await handled('support.ticket.created')) > 0);
    expect(await count()).toEqual(first.before);
    expect(first.before).toEqual({ tickets: 0, mails: 0, logs: 0, running: 0 });
  });

  it('a run that fails halfway also removes its ticket, and its result is an error', async () => {
    losesReplies = true;
    const { report } = await run().finally(() => (losesReplies = false));
    expect(report.results.find(({ category }) => category === 'Support')?.status).toBe('ERROR');
    expect(await support.database.collection('tickets').countDocuments()).toBe(0);
  });

  it('the next run removes a ticket of a run that was killed, and no other ticket', async () => {
    const open = (email: string) =>
      support.as(null, '/api/support', { json: { name: 'Jane', email, subject: 'Hello', message: 'Hello' } });
    const emails = [`qa-${randomUUID()}@qa.invalid`, `qa-${randomUUID()}@qa.invalid.example.org`];
    for (const email of emails) expect((await open(email)).status).toBe(201);
    await support.as(ADMIN, COMPREHENSIVE, { method: 'POST' });
    const tickets = support.database.collection('tickets');
    expect(await tickets.distinct('email')).toEqual([emails[1]]);
    await tickets.deleteMany({});
  });

  it('one of two parallel runs is refused, and a later run is accepted [R-tickets.12]', async () => {
    const [first, second] = await Promise.all([run(), run()]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect((await run()).status).toBe(200);
  });

  it('runs are refused to visitors and other roles [S6.03]', async () => {
    for (const path of [COMPREHENSIVE, BROWSER]) {
      expect((await support.as(null, path, { json: {} })).status).toBe(401);
      for (const actor of [
        { role: 'support' },
        { role: 'other' },
        { role: 'reseller', resellerId: 'r1' },
      ] as const) {
        expect((await support.as(actor, path, { json: {} })).status).toBe(403);
      }
    }
  });

  it('the browser run opens pages in a real browser and reports the result of each page [S7.07] [R-tickets.13]', async () => {
    const { status, report } = await run(BROWSER);
    expect(status).toBe(200);
    const shown = Object.fromEntries(report.results.map(({ name, ...result }) => [name, result]));
    expect(shown).toMatchObject({
      // Only a browser runs the script that wrote this.
      'The landing page opens': { status: 'PASSED', details: 'Written by a script', category: 'Health' },
      'The support center opens': { status: 'PASSED', details: 'Written by a script' },
      'The integration hub opens': {
        status: 'FAILED',
        details: expect.stringContaining('broken on purpose'),
      },
      'The sign-in asks for a password': { status: 'ERROR' },
      'An unknown page says so': { status: 'PASSED' },
    });
    expect(report).toMatchObject({ success: false, passed: 3, failed: 2, total: 5 });
    expect(report.results).toHaveLength(5);
    expect(new Set(browsers)).toEqual(new Set([expect.stringMatching(/Chrome\/\d+/)]));
  });
});

describe('a QA run without an installed browser', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport({ QA_BROWSER_PATH: '/nowhere/browser' });
  });
  afterAll(() => support.close());

  it('reports that no browser is installed [R-tickets.13]', async () => {
    const { body } = await support.as(ADMIN, BROWSER, { json: {} });
    expect(body).toMatchObject({ success: false, passed: 0, failed: 1, total: 1 });
    expect((body as QaReport).results[0]).toMatchObject({
      status: 'ERROR',
      details: expect.stringContaining('No browser is installed'),
    });
  });
});
