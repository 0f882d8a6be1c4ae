import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminLicense } from '@leadping/contracts/licensing/admin-license-routes';
import { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { countHandled } from '@leadping/test-kit/count-handled';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { ADMIN, newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { startLicensing, type Licensing } from './licensing.ts';

describe('the licenses of a customer who changes their address', () => {
  let licensing: Licensing;
  let identity: FakeService;
  beforeAll(async () => {
    licensing = await startLicensing();
    identity = await openFakeService(licensing.config, 'svc-identity');
  });
  afterAll(async () => {
    await identity.close();
    await licensing.close();
  });

  const issue = async (email: string) => {
    const { body } = await licensing.as(ADMIN, '/api/admin/licenses/manual', { json: { email } });
    const { id, licenseKey } = body as AdminLicense;
    return { licenseKey, read: () => licensing.licenses.findById(id).orFail().lean() };
  };
  /** Publishes the change and waits until it was handled. */
  const change = async (email: string, next: string, changedAt: Date) => {
    const { subject } = customerAddressChanged;
    const before = await countHandled(licensing.url, subject);
    const changed = { changeId: next, email, newEmail: next, changedAt: changedAt.toISOString() };
    await identity.publish(customerAddressChanged, changed);
    await until(async () => (await countHandled(licensing.url, subject)) > before);
  };

  it('move to the new address with their keys, however often the event arrives', async () => {
    const [email, next] = [newEmail(), newEmail()];
    const license = await issue(email);
    await change(email, next, new Date());
    const { version } = await license.read();
    await change(email, next, new Date());
    expect(await license.read()).toMatchObject({ email: next, version });
    expect((await licensing.onDevice('activate', license.licenseKey)).valid).toBe(true);
  });

  it('stay where a later change put them if an earlier event arrives again', async () => {
    const [email, away] = [newEmail(), newEmail()];
    const license = await issue(email);
    const now = Date.now();
    await change(email, away, new Date(now));
    await change(away, email, new Date(now + 1000));
    await change(email, away, new Date(now));
    expect((await license.read()).email).toBe(email);
  });
});
