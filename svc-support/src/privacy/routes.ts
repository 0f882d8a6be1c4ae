import * as contracts from '@leadping/contracts/support/privacy-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { maskEmail } from '@leadping/service-kit/privacy/mask-email';
import type { SupportContext } from '../context.ts';
import { requestErasure, showErasure } from './erase-person.ts';
import { listErasures } from './list-erasures.ts';
import { readPerson } from './read-person.ts';

/** Exports and erasures of a person across all services; support is one of them itself. */
export function registerPrivacyRoutes(route: RegisterRoute, support: SupportContext): void {
  route(contracts.exportPersonalData, async ({ body: { email } }) => {
    recordChange({ target: maskEmail(email), after: {} });
    return { email, exportedAt: new Date().toISOString(), ...(await readPerson(support, email)) };
  });
  route(contracts.requestErasure, async ({ body: { email }, actor }) => {
    const erasure = await requestErasure(support, { email, requestedBy: actor.username });
    recordChange({ target: erasure._id, after: { person: erasure.maskedEmail } });
    return showErasure(erasure);
  });
  route(contracts.listErasures, () => listErasures(support));
}
