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
import { until } from './until.ts';

/** Has a service erase a person, and again by a second delivery. @returns its reports, at least one for each. */
export async function eraseTwice(
  config: ServiceConfig,
  service: PersonalService,
  email: string,
): Promise<PayloadOf<ReturnType<typeof personErased>>[]> {
  const support = await openFakeService(config, 'svc-support');
  try {
    const erasureId = randomUUID();
    const sealedEmail = buildSealer(config.ERASURE_SEAL_KEYS).seal(email, erasedEmailPlace(erasureId));
    const all = await support.collect(personErased(service));
    const reports = () => all.filter((report) => report.erasureId === erasureId);
    await support.publish(erasureRequested, { erasureId, sealedEmail });
    await until(() => reports().length > 0);
    // One that arrives before the first report has left the outbox is not reported again.
    await until(async () => {
      await support.publish(erasureRequested, { erasureId, sealedEmail });
      return reports().length > 1;
    });
    return reports();
  } finally {
    await support.close();
  }
}
