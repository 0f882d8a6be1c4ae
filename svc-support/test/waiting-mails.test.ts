import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { until } from '@leadping/test-kit/until';
import { measureWaiting } from '../src/mails/measure-waiting.ts';
import { startSupport, type Support } from './support.ts';

let support: Support;
beforeAll(async () => {
  support = await startSupport();
});
afterAll(() => support.close());

it('mails that have not gone for five minutes are counted by their kind, and those that were sent are not', async () => {
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
