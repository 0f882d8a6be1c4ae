import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ADMIN } from '@leadping/test-kit/people';
import type { LicensingContext } from '../src/context.ts';
import { republishUnsettled } from '../src/licenses/republish.ts';
import { startLicensing, type Licensing } from './licensing.ts';

let licensing: Licensing;
beforeAll(async () => {
  licensing = await startLicensing();
});
afterAll(() => licensing.close());

it('repeated republishing writes one line a minute to the system logs', async () => {
  const { licenses } = licensing;
  for (const email of ['first@example.org', 'second@example.org'])
    await licensing.as(ADMIN, '/api/admin/licenses/manual', { json: { email } });
  const records: object[] = [];
  // Days ahead: the sweep of the service itself finds none of them due.
  let now = Date.now() + 3 * 24 * 3600_000;
  const republishDue = republishUnsettled({
    licenses,
    clock: { now: () => now },
    relay: { flush: () => {} },
    log: { warn: () => {} },
    record: (line: object) => records.push(line),
  } as unknown as LicensingContext);
  for (const publishCount of [1, 2]) {
    await licenses.updateMany({}, { $set: { republishAt: new Date(now) } });
    now += 1;
    await republishDue(new AbortController().signal);
    expect(await licenses.distinct('publishCount')).toEqual([publishCount]);
  }
  expect(records).toMatchObject([{ level: 'warning', category: 'license', data: { licenses: 2 } }]);
});
