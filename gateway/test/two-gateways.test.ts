import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadping/test-kit/until';
import mongoose from 'mongoose';
import { BUCKETS } from '../src/releases/canary.ts';
import { appAt, pageTokenFor, release, reportFailure } from './release-calls.ts';
import { addressOf, next, startTwoGateways, visit, type TwoGateways } from './two-gateways.ts';

let two: TwoGateways;
let gateway: TwoGateways['gateway'];
let other: TwoGateways['other'];
let both: TwoGateways['both'];
let releases: TwoGateways['releases'];
let failures: TwoGateways['failures'];
let announced: TwoGateways['announced'];
let followed: TwoGateways['followed'];
let watched: TwoGateways['watched'];
beforeAll(async () => {
  two = await startTwoGateways();
  ({ gateway, other, both, releases, failures, announced, followed, watched } = two);
});
afterAll(() => two.close());

describe('a canary at two gateways', () => {
  it('stays with each of its visitors at either gateway', async () => {
    await release(gateway, [next('mfe-storefront', ['/'])], 50);
    await followed();
    const served = new Set<string | undefined>();
    for (let nth = 0; nth < 40; nth += 1) {
      const [first, second] = nth % 2 ? [gateway, other] : [other, gateway];
      const { given, document } = await visit(first);
      const again = await visit(second, given);
      expect(again.given).toBeUndefined();
      expect(again.document).toEqual(document);
      served.add(document.remotes['mfe-storefront']?.version);
    }
    expect(served.size).toBe(2);
  });

  it('is rolled back and announced once after reports to both, and is gone from both', async () => {
    const before = await appAt(gateway, 'mfe-admin');
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad], 50);
    await followed();
    const { revision } = (await visit(gateway)).document;
    for (let bucket = 0; bucket < BUCKETS; bucket += 500)
      for (const at of both) await at.call('/admin', { headers: { cookie: `release-bucket=${bucket}` } });
    // Five visitors report to each gateway, and all ten are needed.
    for (let nth = 0; nth < 10; nth += 1) {
      const [servedBy, reportedTo] = nth % 2 ? [gateway, other] : [other, gateway];
      const pageToken = await pageTokenFor(servedBy, addressOf(nth));
      const { version } = bad.manifest;
      await reportFailure(reportedTo, { app: 'mfe-admin', version, address: addressOf(nth), pageToken });
    }
    await until(async () => (await visit(other)).document.revision > revision);
    await until(() => announced.length > 0);
    await watched();
    await followed();
    for (const at of both) {
      expect(await appAt(at, 'mfe-admin')).toEqual(before);
      for (let bucket = 0; bucket < BUCKETS; bucket += 2500) {
        const { remotes } = (await visit(at, `release-bucket=${bucket}`)).document;
        expect(remotes['mfe-admin']?.version).toBe(before.stable);
      }
    }
    const made = await releases.find({ _id: mongoose.trusted({ $gt: revision }) }).lean();
    expect(made).toMatchObject([{ action: 'automatic-rollback', announcedAt: expect.any(Date) }]);
    // Both may publish it. The event id is the revision, so NATS deduplicates it.
    for (const rolledBack of announced)
      expect(rolledBack).toMatchObject({ revision: revision + 1, visitors: 10, networks: 10 });
  });

  it('counts a visitor once if their page fails at both', async () => {
    const { stable } = await appAt(gateway, 'mfe-support');
    const address = addressOf(50);
    const pageToken = await pageTokenFor(gateway, address);
    const build = `mfe-support@${stable}`;
    const writtenAt = async () => (await failures.findOne({ build }).lean())?.at.getTime() ?? 0;
    let last = 0;
    for (const at of both) {
      await reportFailure(at, { app: 'mfe-support', version: stable, address, pageToken });
      await until(async () => (await writtenAt()) > last);
      last = await writtenAt();
    }
    expect(await failures.countDocuments({ build })).toBe(1);
  });
});
