import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { reportCaptures } from '@leadping/contracts/licensing/capture-report-routes';
import { SAMPLE_LEAD } from '../src/capture/lead.ts';
import { fakeStorage } from './fake-storage.ts';

Object.assign(globalThis, {
  __GATEWAY_URL__: 'https://leadping.example',
  __LICENSE_ROOT_KEY__: 'A'.repeat(43),
});
const { isReportsAlarm, reportFailures, sendReports } = await import('../src/selectors/report-failures.ts');

const LAYOUT = '3fa9c01b';
const MINUTE = 60_000;

describe("the extension's report of presses", () => {
  let storage: ReturnType<typeof fakeStorage>;
  let sent: unknown[];
  let alarms: { name: string; when: number }[];
  let status: number;
  beforeEach(() => {
    storage = fakeStorage({ license: { token: 'signed' } });
    sent = [];
    alarms = [];
    status = 202;
    jest.useFakeTimers({ now: Date.parse('2026-11-29T10:00:00Z'), advanceTimers: true });
    Object.assign(globalThis.chrome, {
      alarms: { create: (name: string, { when }: { when: number }) => alarms.push({ name, when }) },
      runtime: { getManifest: () => ({ version: '0.2.0' }) },
    });
    Object.assign(globalThis, {
      fetch: async (_url: string, { body }: { body: string }) => {
        if (status === 0) throw new TypeError('Failed to fetch');
        sent.push(reportCaptures.body?.parse(JSON.parse(body)));
        return new Response(null, { status });
      },
    });
  });
  const lead = { ...SAMPLE_LEAD, company: '', email: null };
  const count = (presses: number, failures: object, layout = LAYOUT) => ({
    version: 0,
    layout,
    presses,
    failures,
  });
  const pass = (ms: number) => jest.setSystemTime(Date.now() + ms);

  it('contains the count and the names of missing fields, without the email, which few profiles show', async () => {
    await reportFailures(lead, LAYOUT);
    expect(sent).toEqual([{ token: 'signed', extension: '0.2.0', captures: [count(1, { company: 1 })] }]);
    expect(JSON.stringify(storage.stored)).not.toMatch(/Maya|maya|linkedin/);
  });

  it('is sent at most once a minute, including later counts', async () => {
    await reportFailures(lead, LAYOUT);
    await Promise.all([
      reportFailures(SAMPLE_LEAD, LAYOUT),
      reportFailures(lead, LAYOUT),
      reportFailures(lead, 'ffffffff'),
    ]);
    expect(sent).toHaveLength(1);
    expect(alarms.at(-1)?.when).toBe(Date.now() + MINUTE);
    expect(isReportsAlarm(alarms.at(-1) as never)).toBe(true);
    pass(MINUTE);
    await sendReports();
    await sendReports();
    expect(sent.slice(1)).toMatchObject([
      { captures: [count(2, { company: 1 }), count(1, { company: 1 }, 'ffffffff')] },
    ]);
  });

  it.each([0, 429, 503])('is kept for the next time if the platform replies with %s', async (answer) => {
    status = answer;
    await reportFailures(lead, LAYOUT);
    status = 202;
    sent = [];
    pass(MINUTE);
    await reportFailures(lead, LAYOUT);
    expect(sent).toMatchObject([{ captures: [count(2, { company: 2 })] }]);
  });

  it('is dropped if the platform rejects it or there is no license', async () => {
    status = 400;
    await reportFailures(lead, LAYOUT);
    expect(storage.stored.reports).toMatchObject({ captures: [] });
    storage.stored.license = undefined;
    pass(MINUTE);
    await reportFailures(lead, LAYOUT);
    expect(sent).toHaveLength(1);
    expect(storage.stored.reports).toMatchObject({ captures: [] });
  });

  it('names the published selectors in use once they have passed their trial', async () => {
    const selectors = { hash: 'new', version: 7, set: {} };
    Object.assign(storage.stored, { selectors, trial: { hash: 'new', finished: false } });
    await reportFailures(lead, LAYOUT);
    storage.stored.trial = { hash: 'new', finished: true };
    pass(MINUTE);
    await reportFailures(lead, LAYOUT);
    expect(sent).toMatchObject([{ captures: [{ version: 0 }] }, { captures: [{ version: 7 }] }]);
  });

  it('stays small while nothing can be sent', async () => {
    status = 0;
    for (let index = 0; index < 60; index += 1)
      await reportFailures(lead, index.toString(16).padStart(8, '0'));
    for (let index = 0; index < 150; index += 1) await reportFailures(lead, LAYOUT);
    const { captures } = storage.stored.reports as { captures: { presses: number }[] };
    expect(captures).toHaveLength(40);
    expect(Math.max(...captures.map(({ presses }) => presses))).toBe(100);
  });

  it.each([undefined, 'https://www.linkedin.com/in/ada', '3FA9C01B'])(
    'accepts no %p as a layout',
    async (layout) => {
      await reportFailures(lead, layout);
      expect(sent).toEqual([]);
    },
  );
});
