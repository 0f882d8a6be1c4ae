import type { PayloadOf } from '@leadping/contracts/event';
import {
  erasureRequested,
  personErased,
  type PersonalService,
} from '@leadping/contracts/support/privacy-events';
import { erasedEmailPlace } from '@leadping/service-kit/data/sealed-places';
import { buildSealer } from '@leadping/service-kit/data/sealed-text';
import type { ServiceConfig } from '@leadping/service-kit/process/config';
import { randomUUID } from 'node:crypto';
import { openFakeService } from './fake-service.ts';
import { untilFound } from './until.ts';

type PersonReport = PayloadOf<ReturnType<typeof personErased>>;

/** Makes a service erase the same person twice. @returns its two reports */
export async function eraseTwice(
  config: ServiceConfig,
  service: PersonalService,
  email: string,
): Promise<[PersonReport, PersonReport]> {
  const support = await openFakeService(config, 'svc-support');
  try {
    const reports = await support.collect(personErased(service));
    const sealer = buildSealer(config.ERASURE_SEAL_KEYS);
    const erase = async () => {
      const erasureId = randomUUID();
      const sealedEmail = sealer.seal(email, erasedEmailPlace(erasureId));
      await support.publish(erasureRequested, { erasureId, sealedEmail });
      return untilFound('the report of the erasure', async () =>
        reports.find((report) => report.erasureId === erasureId),
      );
    };
    return [await erase(), await erase()];
  } finally {
    await support.close();
  }
}
