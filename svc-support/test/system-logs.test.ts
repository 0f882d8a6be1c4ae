import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { logRecorded, LogRecord } from '@leadping/contracts/support/log-events';
import { LOG_CATEGORIES } from '@leadping/contracts/support/vocabulary';
import { mailStatus } from '@leadping/contracts/support/requests';
import type { SystemLog } from '@leadping/contracts/support/system-log-routes';
import { deliverTwice, repeatable } from '@leadping/test-kit/deliver-twice';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { trusted } from 'mongoose';
import { until } from '@leadping/test-kit/until';
import { systemLogModel } from '../src/logs/system-log.model.ts';
import { quietSettings, startSupport, type Support } from './support.ts';

const ADMIN = { role: 'admin', username: 'root' } as const;
const HOUR_MS = 3600_000;
let count = 0;

describe('system logs', () => {
  let support: Support;
  let gateway: FakeService;
  beforeAll(async () => {
    support = await startSupport();
    gateway = await openFakeService(support.config, 'gateway');
  });
  afterAll(async () => {
    await gateway.close();
    await support.close();
  });
  beforeEach(() => {
    support.settings.current = quietSettings({ testMode: true, persistentLoggingEnabled: true });
  });

  const line = (overrides: Partial<LogRecord> = {}): LogRecord => ({
    level: 'info',
    category: 'stripe',
    message: `line ${(count += 1)}`,
    data: { orderId: 'o1', amount: 7900 },
    at: new Date().toISOString(),
    ...overrides,
  });
  const list = async (query = '') =>
    (await support.as(ADMIN, `/api/admin/system-logs${query}`)).body as SystemLog[];
  const isListed = async ({ message }: LogRecord) => (await list()).some((log) => log.message === message);
  /** Publishes a line and waits until it is stored. */
  const keep = async (overrides: Partial<LogRecord> = {}) => {
    const published = line(overrides);
    await support.commerce.publish(logRecorded('commerce'), published);
    await until(() => isListed(published));
    return published;
  };
  const clear = (options: { json?: unknown; query?: string }) =>
    support.as(ADMIN, `/api/admin/system-logs${options.query ?? ''}`, {
      method: 'DELETE',
      ...(options.json === undefined ? {} : { json: options.json }),
    });

  it('log records of every service are stored with their fields and listed newest first [S3.28] [S7.01]', async () => {
    const published = [
      [support.identity, 'identity'],
      [support.commerce, 'commerce'],
      [support.licensing, 'licensing'],
      [gateway, 'gateway'],
    ] as const;
    const lines: LogRecord[] = [];
    for (const [fakeService, name] of published) {
      const one = line({ at: new Date(Date.now() + lines.length).toISOString() });
      await fakeService.publish(logRecorded(name), one);
      lines.push(one);
    }
    await until(async () => (await Promise.all(lines.map(isListed))).every(Boolean));
    const listed = await list('?limit=4');
    expect(listed.map(({ message }) => message)).toEqual(lines.map(({ message }) => message).toReversed());
    expect(listed[0]).toEqual({
      id: expect.any(String),
      level: 'info',
      category: 'stripe',
      message: lines.at(-1)!.message,
      data: { orderId: 'o1', amount: 7900 },
      createdAt: lines.at(-1)!.at,
    });
    expect(await list('?limit=2')).toHaveLength(2);
  });

  it('a line that is published again after NATS lost its store is stored once', async () => {
    const published = line();
    await deliverTwice(support, [repeatable(support.commerce, logRecorded('commerce'), published)]);
    expect((await list('?limit=1000')).filter(({ message }) => message === published.message)).toHaveLength(
      1,
    );
  });

  it('a category lists only its own lines; the categories are the five specified ones and `client` [S7.02] [S9.03] [R-november.4]', async () => {
    expect([...LOG_CATEGORIES]).toEqual(['webhook', 'stripe', 'email', 'license', 'auth']);
    expect(LogRecord.shape.category.options).toEqual([...LOG_CATEGORIES, 'client']);
    for (const category of LogRecord.shape.category.options) await keep({ category });
    for (const category of LogRecord.shape.category.options) {
      const listed = await list(`?category=${category}`);
      expect(listed.length).toBeGreaterThan(0);
      expect(new Set(listed.map((log) => log.category))).toEqual(new Set([category]));
    }
    expect((await list('?category=all')).length).toBe((await list()).length);
    expect((await support.as(ADMIN, '/api/admin/system-logs?category=gossip')).status).toBe(400);
  });

  it('a trace ID lists only its own lines, also together with a category; an invalid one is refused', async () => {
    const [traceId, other] = ['a'.repeat(31) + '1', 'a'.repeat(31) + '2'];
    const payment = await keep({ data: { traceId } });
    const mail = await keep({ category: 'email', data: { traceId } });
    await keep({ data: { traceId: other } });
    const messages = async (query: string) => (await list(query)).map(({ message }) => message).sort();
    expect(await messages(`?traceId=${traceId}`)).toEqual([payment.message, mail.message].sort());
    expect(await messages(`?traceId=${traceId}&category=email`)).toEqual([mail.message]);
    expect(await messages(`?traceId=${'b'.repeat(32)}`)).toEqual([]);
    for (const wrong of ['short', 'A'.repeat(32), 'a'.repeat(33), '', '$ne'])
      expect((await support.as(ADMIN, `/api/admin/system-logs?traceId=${wrong}`)).status).toBe(400);
  });

  it('line breaks and terminal codes are stored within their line', async () => {
    const message = 'first\r\n{"level":"error"}\u001b[31m red';
    const before = (await list('?limit=1000')).length;
    await keep({ message, data: { 'a.b': 'x\ny', $where: '1' } });
    const listed = await list('?limit=1000');
    expect(listed).toHaveLength(before + 1);
    expect(listed.find((log) => log.message === message)?.data).toEqual({ a_b: 'x\ny', _where: '1' });
  });

  it('clearing deletes lines older than the given days, from the body or the query [S7.04] [R-tickets.14]', async () => {
    const day = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS).toISOString();
    const today = await keep();
    const sixDays = await keep({ at: day(6), level: 'error' });
    const eightDays = await keep({ at: day(8), level: 'error' });
    expect((await clear({ json: { days: 7 } })).body).toMatchObject({ message: 'Logs cleared successfully' });
    expect(await isListed(eightDays)).toBe(false);
    expect(await isListed(sixDays)).toBe(true);
    expect((await clear({ query: '?days=5' })).status).toBe(200);
    expect(await isListed(sixDays)).toBe(false);
    expect(await isListed(today)).toBe(true);
    for (const refused of [{}, { json: { days: 'all' } }, { json: { days: -1 } }, { query: '?days=x' }]) {
      expect((await clear(refused)).status).toBe(400);
    }
    expect(await isListed(today)).toBe(true);
  });

  it('without persistent logging, lines of the last 24 hours and all errors are kept; with it and in test mode, all lines [S4.10] [R-late.12]', async () => {
    const old = new Date(Date.now() - 25 * HOUR_MS).toISOString();
    const recent = new Date(Date.now() - 23 * HOUR_MS).toISOString();
    const isKept = async () => ({
      oldInfo: await isListed(oldInfo),
      oldError: await isListed(oldError),
      recentInfo: await isListed(recentInfo),
    });
    const oldInfo = await keep({ at: old });
    const oldError = await keep({ at: old, level: 'error' });
    const recentInfo = await keep({ at: recent });
    let asked = 0;
    const settings = quietSettings({ testMode: true, persistentLoggingEnabled: true });
    support.settings.current = new Proxy(settings, {
      get: (target, field, receiver) => {
        if (field === 'testMode') asked += 1;
        return Reflect.get(target, field, receiver) as unknown;
      },
    });
    await until(() => asked > 1, 60);
    expect(await isKept()).toEqual({ oldInfo: true, oldError: true, recentInfo: true });
    // Persistent, but not in test mode: not active.
    support.settings.current = quietSettings({ testMode: false, persistentLoggingEnabled: true });
    await until(async () => !(await isListed(oldInfo)), 60);
    expect(await isKept()).toEqual({ oldInfo: false, oldError: true, recentInfo: true });
  });

  it('reports from pages are deleted after 30 days regardless of the settings; errors of services are kept', async () => {
    const at = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);
    const logs = systemLogModel(support.database);
    const stored = { service: 'gateway', level: 'error', message: 'x', data: {} };
    await logs.insertMany([
      { ...stored, _id: 'page-old', category: 'client', at: at(31) },
      { ...stored, _id: 'page-young', category: 'client', at: at(29) },
      { ...stored, _id: 'service-old', category: 'webhook', at: at(31) },
    ]);
    await until(async () => (await logs.exists({ _id: 'page-old' })) === null, 60);
    expect(await logs.countDocuments({ _id: trusted({ $in: ['page-young', 'service-old'] }) })).toBe(2);
  });

  it('other services can ask whether mail is set up', async () => {
    expect(await support.commerce.bus.request(mailStatus, {})).toEqual({ postmarkConfigured: true });
  });
});
