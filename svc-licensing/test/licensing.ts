import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { licenseKeyPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { send } from '@leadping/test-kit/send';
import { startService, type ServiceUnderTest } from '@leadping/test-kit/service-under-test';
import { buildLicensing } from '../src/app.ts';
import { LicensingConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { licenseModel, type Licenses } from '../src/licenses/license.model.ts';

/** The context that consumers and commands get, on the same database, without relay and system log. */
export function contextOf({ config, database }: Pick<Licensing, 'config' | 'database'>) {
  const bare = {
    config,
    database,
    clock: { now: () => Date.now() },
    relay: { flush: () => {} },
    record: () => {},
  } as unknown as Parameters<typeof buildContext>[0];
  return buildContext(bare);
}

export interface Licensing extends Pick<ServiceUnderTest, 'url' | 'as' | 'runJob' | 'restart'> {
  config: LicensingConfig;
  /** Stands in for commerce: orders, settings, resellers. */
  commerce: FakeService;
  support: FakeService;
  database: Connection;
  licenses: Licenses;
  /** The key that an event carries sealed. */
  keyIn: (published: { licenseId: string; sealedLicenseKey: string }) => string;
  onDevice: (
    verb: 'activate' | 'validate' | 'deactivate',
    licenseKey: string,
    deviceId?: string,
  ) => Promise<Validation>;
  close: () => Promise<void>;
}

export async function startLicensing(overrides: Record<string, string> = {}): Promise<Licensing> {
  const config = testConfig(LicensingConfig, {
    LICENSE_SIGNING_SEED: randomBytes(32).toString('hex'),
    LICENSE_ROOT_SEED: randomBytes(32).toString('hex'),
    LICENSE_INDEX_SECRET: randomBytes(32).toString('hex'),
    ...overrides,
  });
  const service = await startService('licensing', config, buildLicensing);
  const commerce = await openFakeService(config, 'svc-commerce');
  const support = await openFakeService(config, 'svc-support');
  return {
    config,
    get url() {
      return service.url;
    },
    commerce,
    support,
    database: service.database,
    licenses: licenseModel(service.database),
    keyIn: ({ licenseId, sealedLicenseKey }) =>
      buildSealer(config.LICENSE_KEY_SEAL_KEYS).open(sealedLicenseKey, licenseKeyPlace(licenseId)),
    as: service.as,
    onDevice: async (verb, licenseKey, deviceId = 'device-0001') => {
      const reply = await send(`${service.url}/api/license/${verb}`, { json: { licenseKey, deviceId } });
      if (reply.status !== 200) throw new Error(`${verb} answered ${reply.status}`);
      return reply.body as Validation;
    },
    runJob: service.runJob,
    restart: service.restart,
    close: () => service.close(commerce, support),
  };
}
