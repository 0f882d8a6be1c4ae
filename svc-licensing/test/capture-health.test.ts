import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { capturesFailing } from '@leadping/contracts/licensing/capture-events';
import {
  CAPTURE_ALERT,
  LAYOUTS_PER_PAGE,
  REPORTS_PER_HOUR,
} from '@leadping/contracts/licensing/capture-report-routes';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { ADMIN } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { randomBytes, randomUUID } from 'node:crypto';
import { buildLicenseTokens, type LicenseTokens } from '../src/activations/license-tokens.ts';
import { captureAlertModel } from '../src/capture-health/capture-alert.model.ts';
import { captureWindowModel } from '../src/capture-health/capture-window.model.ts';
import { startLicensing, type Licensing } from './licensing.ts';

const DAY = new Date().toISOString().slice(0, 10);

describe('capture health', () => {
  let licensing: Licensing;
  let tokens: LicenseTokens;
  beforeAll(async () => {
    licensing = await startLicensing();
    tokens = await buildLicenseTokens(
      licensing.config.LICENSE_SIGNING_SEED,
      licensing.config.LICENSE_ROOT_SEED,
    );
  });
  afterAll(() => licensing.close());

  const newToken = (signedAt = new Date(), by = tokens) =>
    by.sign({ licenseId: randomUUID(), deviceId: 'laptop-1' }, signedAt);
  const newLayout = () => randomBytes(4).toString('hex');
  const capture = (overrides: object = {}) => ({
    version: 0,
    layout: newLayout(),
    presses: 1,
    failures: {},
    ...overrides,
  });
  const report = (token: unknown, captures: unknown, more: object = { extension: '0.2.0' }) =>
    send(`${licensing.url}/api/public/selectors/failures`, { json: { token, captures, ...more } });
  const readHealth = async (query = '') =>
    (await licensing.as(ADMIN, `/api/selectors/failures${query}`)).body as {
      total: object;
      layoutCount: number;
      layouts: { layout: string }[];
      alerts: { layout: string }[];
    };
  const readLayout = async (layout: string) => {
    const { layouts } = await readHealth();
    return layouts.find((one) => one.layout === layout);
  };

  it('counts presses and failures of a signed-in device by layout and day', async () => {
    const made = await licensing.as(ADMIN, '/api/admin/licenses/manual', {
      json: { email: 'a@example.com' },
    });
    const { licenseKey } = made.body as { licenseKey: string };
    const { token } = await licensing.onDevice('activate', licenseKey);
    const layout = newLayout();
    const first = capture({ layout, presses: 3, failures: { jobTitle: 2, company: 3 } });
    expect(await report(token, [first])).toMatchObject({ status: 202, body: { message: 'Counted' } });
    // Two at once find each other's row.
    await Promise.all([
      report(token, [capture({ layout })], { extension: '0.10.0' }),
      report(token, [capture({ layout, failures: { jobTitle: 1 } })], { extension: '0.10.0' }),
    ]);
    const counts = { presses: 5, failures: { jobTitle: 3, company: 3 } };
    expect(await readLayout(layout)).toEqual({
      layout,
      ...counts,
      days: [{ day: DAY, ...counts }],
      versions: [0],
      extensions: ['0.10.0', '0.2.0'],
    });
  });

  it('stores no license, device or token with the counts', async () => {
    const licenseId = randomUUID();
    const token = await tokens.sign({ licenseId, deviceId: 'laptop-of-ada' }, new Date());
    await report(token, [capture({ failures: { company: 1 } })]);
    for (const name of ['capture_counts', 'capture_windows', 'capture_reporters']) {
      const stored = JSON.stringify(await licensing.database.collection(name).find().toArray());
      expect(stored).not.toMatch(new RegExp(`${licenseId}|laptop-of-ada|${token}`));
      expect(stored).not.toBe('[]');
    }
  });

  it('refuses reports without a valid token and does not count them', async () => {
    const layout = newLayout();
    const strangers = await buildLicenseTokens(
      [randomBytes(32).toString('hex')],
      randomBytes(32).toString('hex'),
    );
    const old = new Date(Date.now() - 31 * 24 * 3600_000);
    const [header, payload] = (await newToken()).split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const token of [
      await newToken(new Date(), strangers),
      await newToken(old),
      `${header}.${payload}.`,
      `${unsigned}.${payload}.`,
      'x',
    ]) {
      const refused = await report(token, [capture({ layout })]);
      expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    }
    expect(await readLayout(layout)).toBeUndefined();
  });

  it('refuses malformed reports, also from older extensions, and does not count them', async () => {
    const token = await newToken();
    const layout = newLayout();
    const bad = [
      [capture({ layout, version: 1 })],
      [capture({ layout, version: -1 })],
      [capture({ layout: 'https://www.linkedin.com/in/ada' })],
      [capture({ layout, presses: 0 })],
      [capture({ layout, presses: 101 })],
      [capture({ layout, failures: { company: 2 } })],
      [capture({ layout, failures: { profileUrl: 1 } })],
      [capture({ layout, failures: { 'Ada Byron': 1 } })],
      [],
      Array.from({ length: 9 }, () => capture({ layout })),
    ];
    for (const captures of bad)
      expect(await report(token, captures)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
    expect((await report(undefined, [capture({ layout })])).status).toBe(400);
    expect((await report(token, [capture({ layout })], { extension: 'Ada' })).status).toBe(400);
    const path = `${licensing.url}/api/public/selectors/failures`;
    expect((await send(path, { json: { version: 0, fields: ['company'] } })).status).toBe(400);
    expect(await readLayout(layout)).toBeUndefined();
    const { body } = await send(`${licensing.url}/metrics`);
    expect(body).toMatch(
      /http_request_seconds_count\{.*method="POST",route="\/api\/public\/selectors\/failures",status="400"\} \d{2}/,
    );
  });

  it('counts a report of a later extension and drops the fields that it does not know', async () => {
    const layout = newLayout();
    const later = capture({ layout, profileUrl: 'https://www.linkedin.com/in/ada' });
    const { status } = await report(await newToken(), [later], { extension: '9.0.0', theme: null });
    expect(status).toBe(202);
    const kept = await readLayout(layout);
    expect(kept).toBeDefined();
    expect(JSON.stringify(kept)).not.toContain('linkedin');
  });

  it('accepts at most 60 reports an hour for a license, from all its devices together', async () => {
    const licenseId = randomUUID();
    const layout = newLayout();
    const replies = await Promise.all(
      Array.from({ length: REPORTS_PER_HOUR + 3 }, async (_, index) => {
        const token = await tokens.sign({ licenseId, deviceId: `device-${index % 5}` }, new Date());
        return report(token, [capture({ layout })]);
      }),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await readLayout(layout)).toMatchObject({ presses: REPORTS_PER_HOUR });
    expect((await report(await newToken(), [capture({ layout })])).status).toBe(202);
  });

  describe('an alert', () => {
    const { presses, licenses } = CAPTURE_ALERT;
    const reportFrom = async (count: number, captured: object) => {
      for (let license = 0; license < count; license += 1)
        expect((await report(await newToken(), [capture(captured)])).status).toBe(202);
    };
    const readAlerts = async (layout: string) =>
      (await readHealth()).alerts.filter((alert) => alert.layout === layout);

    it('is raised once if a field fails in over 30 % of 20 presses from 5 licenses', async () => {
      const events = await licensing.support.collect(capturesFailing);
      const lines = await licensing.support.collect(logRecorded('licensing'));
      const layout = newLayout();
      const each = presses / licenses;
      const failures = { company: 2, jobTitle: 1 };
      await reportFrom(licenses - 1, { layout, presses: each, failures });
      expect(await readAlerts(layout)).toEqual([]);
      await reportFrom(1, { layout, presses: each, failures });
      const alert = {
        layout,
        presses,
        licenses,
        failures: { company: 10, jobTitle: 5 },
        fields: ['company'],
        at: expect.any(String),
      };
      expect(await readAlerts(layout)).toEqual([alert]);
      await reportFrom(3, { layout, presses: each, failures });
      expect(await readAlerts(layout)).toEqual([alert]);
      await until(() => events.length > 0);
      expect(events).toEqual([alert]);
      await until(() => lines.some(({ message }) => message.includes(layout)));
      expect(lines.find(({ message }) => message.includes(layout))).toMatchObject({
        level: 'warning',
        message: `Captures fail on layout ${layout}: company`,
      });
      const countFailing = async () => {
        await licensing.runJob('measure failing captures');
        const { body } = await send(`${licensing.url}/metrics`);
        return Number(/layouts_failing\{.*\} (\d+)/.exec(String(body))?.[1]);
      };
      expect(await countFailing()).toBeGreaterThan(0);
      // The metric is about the last hour, like the alert.
      await captureAlertModel(licensing.database).updateMany(
        {},
        { $set: { at: new Date(Date.now() - 3_600_001) } },
      );
      // A measurement that began before may end after this one.
      await until(async () => (await countFailing()) === 0);
    });

    it.each([
      ['fewer presses', licenses, { presses: 3, failures: { company: 3 } }],
      ['fewer licenses', licenses - 1, { presses: 10, failures: { company: 10 } }],
      ['30 % or less', licenses, { presses: 10, failures: { company: 3 } }],
    ])('is not raised for %s', async (_name, count, captured) => {
      const layout = newLayout();
      await reportFrom(count, { layout, ...captured });
      expect(await readLayout(layout)).toBeDefined();
      expect(await readAlerts(layout)).toEqual([]);
    });

    it('is raised by a report without failures that completes the minimum of presses', async () => {
      const layout = newLayout();
      const each = presses / licenses;
      await reportFrom(licenses - 1, { layout, presses: each, failures: { company: each } });
      expect(await readAlerts(layout)).toEqual([]);
      await reportFrom(1, { layout, presses: each, failures: {} });
      expect(await readAlerts(layout)).toMatchObject([{ layout, presses, fields: ['company'] }]);
    });

    it('counts one license with many devices once, and only presses of the last hour', async () => {
      const layout = newLayout();
      const token = await newToken();
      for (let time = 0; time < 6; time += 1)
        await report(token, [capture({ layout, presses: 10, failures: { company: 10 } })]);
      expect(await readAlerts(layout)).toEqual([]);
      await captureWindowModel(licensing.database).updateMany(
        { layout },
        { $set: { begin: new Date(Date.now() - CAPTURE_ALERT.minutes * 60_000) } },
      );
      await reportFrom(4, { layout, failures: { company: 1 } });
      expect(await readAlerts(layout)).toEqual([]);
    });
  });

  it('can be read page by page and by days, only by admins', async () => {
    const token = await newToken();
    const layouts = Array.from({ length: LAYOUTS_PER_PAGE + 1 }, newLayout);
    for (const layout of layouts) await report(token, [capture({ layout, presses: 90 })]);
    const [first, second] = [await readHealth('?days=1'), await readHealth('?days=1&page=2')];
    expect(first.layouts).toHaveLength(LAYOUTS_PER_PAGE);
    const all = [...first.layouts, ...second.layouts].map(({ layout }) => layout);
    expect(all).toEqual(expect.arrayContaining(layouts));
    expect(new Set(all).size).toBe(all.length);
    expect(first.layoutCount).toBeGreaterThan(LAYOUTS_PER_PAGE);
    const path = '/api/selectors/failures';
    for (const query of ['?days=31', '?days=0', '?page=0', '?days=x'])
      expect((await licensing.as(ADMIN, path + query)).status).toBe(400);
    expect((await licensing.as(null, path)).status).toBe(401);
    expect((await licensing.as({ ...ADMIN, role: 'support' }, path)).status).toBe(403);
  });

  it('stores at most a thousand rows a day, even if layouts are invented', async () => {
    const counts = licensing.database.collection('capture_counts');
    const day = new Date(`${DAY}T00:00:00Z`);
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      _id: `${DAY}/filler/${index}` as never,
      day,
      layout: 'ffffffff',
      version: 0,
      extension: `1.${index}`,
      presses: 1,
      failures: {},
    }));
    await counts.insertMany(rows);
    const layout = newLayout();
    expect((await report(await newToken(), [capture({ layout })])).status).toBe(202);
    expect(await readLayout(layout)).toBeUndefined();
    await counts.deleteMany({ layout: 'ffffffff' });
  });
});
