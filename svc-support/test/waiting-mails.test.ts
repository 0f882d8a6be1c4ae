import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { until } from '@leadping/test-kit/until';
import { trusted } from 'mongoose';
import { measureWaiting } from '../src/mails/measure-waiting.ts';
import { startSupport, type Support } from './support.ts';

let support: Support;
let log: CapturedLog;
beforeAll(async () => {
  log = captureLog();
  support = await startSupport({ LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await support.close();
  log.stop();
});

it('mails that have waited for more than five minutes are counted by kind, and sent mails are not', async () => {
  const { mails } = support;
  const sent = issuedLicense();
  await support.licensing.publish(licenseIssued, sent);
  await until(async () => (await mails.countDocuments({ state: 'sent' })) === 1);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const waiting = { kind: 'license-key', toKey: 'nobody', senderName: 'A', state: 'leased' } as const;
  // Due in an hour, so that nobody sends them.
  await mails.collection.insertMany(
    [6, 600, 4].map((minutes) => ({
      ...waiting,
      _id: `waits-${minutes}`,
      createdAt: ago(minutes),
      nextAttemptAt: ago(-60),
    })) as never,
  );
  await mails.collection.updateOne({ state: 'sent' }, { $set: { createdAt: ago(600) } });
  const metrics = buildMetrics('svc-support');
  await measureWaiting({ mails, metrics, clock: { now: () => Date.now(), adjust: async () => {} } })(
    new AbortController().signal,
  );
  const shown = await metrics.registry.metrics();
  expect(shown).toMatch(/^leadping_mails_waiting\{kind="license-key"[^}]*\} 2$/m);
  expect(shown).toMatch(/^leadping_mails_waiting\{kind="ticket"[^}]*\} 0$/m);
});

it('an outage of the provider is logged once a minute, not once per attempt and mail', async () => {
  await support.sandbox('/sandbox/mail/faults', 'PUT', { kind: 'error', status: 503, times: 1000 });
  const licenses = Array.from({ length: 5 }, () => issuedLicense());
  for (const license of licenses) await support.licensing.publish(licenseIssued, license);
  const ids = licenses.map(({ licenseId }) => `license-issued:${licenseId}`);
  const failed = { _id: trusted({ $in: ids }), attempts: trusted({ $gte: 1 }), state: 'queued' } as const;
  await until(async () => (await support.mails.countDocuments(failed)) === ids.length);
  expect(log.find('mail not sent, retrying')).toMatchObject([
    {
      effectId: expect.stringMatching(/^license-issued:/),
      error: expect.any(String),
      attempt: 1,
      failures: 1,
    },
  ]);
});
