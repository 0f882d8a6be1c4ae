import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logRecorded } from '@leadping/contracts/support/log-events';
import mongoose from 'mongoose';
import { until } from '@leadping/test-kit/until';
import { analyticsModel, type AnalyticsModel } from '../src/telemetry/analytics.model.ts';
import { aBuild, aShell } from './builds.ts';
import { OWN_ORIGIN, errorOf, startGateway, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
let analytics: AnalyticsModel;
let connection: mongoose.Connection;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [aShell(), aBuild({ name: 'mfe-storefront', routes: ['/'] })],
    env: { TRUST_PROXY: '127.0.0.1' },
  });
  const dbName = `${gateway.config.DATABASE_PREFIX}gateway`;
  connection = await mongoose.createConnection(gateway.config.MONGODB_URI, { dbName }).asPromise();
  analytics = analyticsModel(connection);
});
afterAll(async () => {
  await connection.close();
  await gateway.close();
});

const event = (more: object) => ({
  name: 'page_view',
  app: 'mfe-storefront',
  version: '1.0.0',
  path: '/',
  at: new Date().toISOString(),
  ...more,
});
const record = (events: object[]) =>
  gateway.call('/api/analytics/events', { json: { events }, headers: { origin: OWN_ORIGIN } });

describe('the analytics of visitors', () => {
  it('are stored as daily counts without personal data', async () => {
    const checkout = {
      name: 'begin_checkout',
      category: 'ecommerce',
      label: 'hero_button',
      value: 79,
      currency: 'USD',
    };
    await record([event({ label: '/' }), event({ label: '/' }), event(checkout)]);
    await record([event(checkout)]);
    await until(async () => (await analytics.findOne({ name: 'begin_checkout' }).lean())?.count === 2);
    const counts = await analytics.find({}).sort({ name: 1 }).lean();
    expect(counts).toEqual([
      {
        _id: expect.any(String),
        day: new Date().toISOString().slice(0, 10),
        name: 'begin_checkout',
        category: 'ecommerce',
        label: 'hero_button',
        app: 'mfe-storefront',
        expiresAt: expect.any(Date),
        count: 2,
        values: { USD: 158 },
      },
      expect.objectContaining({ name: 'page_view', label: '/', count: 2 }),
    ]);
  });

  it('are counted only under known names, routes and currencies', async () => {
    const made = Array.from({ length: 90 }, (_, nth) => event({ label: `/made-up/${nth}` }));
    await record([...made, event({ name: 'made_up' }), event({ app: 'mfe-made-up' })]);
    const purchase = { name: 'purchase', category: 'made-up', label: 'x', value: 5, currency: 'XXX' };
    await record([event(purchase)]);
    await until(async () => (await analytics.countDocuments({ name: 'purchase' })) === 1);
    expect(await analytics.findOne({ name: 'purchase' }).lean()).toMatchObject({
      category: '(other)',
      values: { none: 5 },
    });
    const labels = (await analytics.find({ name: 'page_view' }).lean()).map(({ label }) => label);
    expect(labels.sort()).toEqual(['(other)', '/']);
    expect(await analytics.countDocuments({ $or: [{ name: 'made_up' }, { app: 'mfe-made-up' }] })).toBe(0);
  });

  it('have a maximum number of labels per day', async () => {
    for (let from = 0; from < 300; from += 100)
      await record(
        Array.from({ length: 100 }, (_, nth) => event({ name: 'begin_checkout', label: `b${from + nth}` })),
      );
    await until(
      async () => (await analytics.countDocuments({ name: 'begin_checkout', label: '(other)' })) > 0,
    );
    expect(await analytics.countDocuments({ name: 'begin_checkout' })).toBeLessThanOrEqual(202);
  });

  it.each([
    ['no event', []],
    ['too many', Array.from({ length: 101 }, () => event({}))],
    ['an operator', [event({ name: { $gt: '' } })]],
    ['a long name', [event({ name: 'x'.repeat(61) })]],
  ])('is refused with %s', async (_what, events) => {
    expect(errorOf(await record(events))).toBe('400 VALIDATION_FAILED');
  });

  it('are not accepted from other sites', async () => {
    const reply = await gateway.call('/api/analytics/events', {
      json: { events: [event({})] },
      headers: { origin: 'https://evil.example' },
    });
    expect(errorOf(reply)).toBe('403 ORIGIN_REFUSED');
  });

  it('set no cookie', async () => {
    expect((await record([event({})])).headers['set-cookie']).toBeUndefined();
  });
});

describe('errors of pages', () => {
  it('reach the system logs with app and version, each kind once a minute', async () => {
    const collected = await gateway.identity.collect(logRecorded('gateway'));
    const report = (message: string, app = 'mfe-storefront') =>
      gateway.call('/api/client-errors', { json: { app, version: '1.0.0', message, path: '/' } });
    for (let nth = 0; nth < 3; nth += 1) expect((await report('x is not a function')).status).toBe(202);
    await report('of an app that is not released', 'mfe-unknown');
    await report('the last one');
    await until(() => collected.some(({ message }) => message.endsWith('the last one')));
    expect(collected).toMatchObject([
      {
        level: 'error',
        category: 'client',
        message: 'mfe-storefront@1.0.0: x is not a function',
        data: { app: 'mfe-storefront', version: '1.0.0', path: '/' },
      },
      { message: 'mfe-storefront@1.0.0: the last one' },
    ]);
  });

  it('are limited to 30 log lines per version and hour', async () => {
    const collected = await gateway.identity.collect(logRecorded('gateway'));
    const report = (app: string, message: string, nth: number) =>
      gateway.call('/api/client-errors', {
        json: { app, version: '1.0.0', message, path: '/' },
        headers: { 'x-forwarded-for': `192.0.2.${nth}` },
      });
    for (let nth = 0; nth < 100; nth += 1) {
      expect((await report('shell', `made up ${nth}`, nth)).status).toBe(202);
    }
    await report('mfe-storefront', 'the marker', 101);
    await until(() => collected.some(({ message }) => message.endsWith('the marker')));
    const lines = collected.filter(({ message }) => message.includes('made up'));
    expect(lines.length).toBeGreaterThanOrEqual(30);
    // At most 30 an hour, doubled because a new hour may begin during the test.
    expect(lines.length).toBeLessThanOrEqual(60);
  });
});
