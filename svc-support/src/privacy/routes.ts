import * as contracts from '@leadping/contracts/support/privacy-routes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { SupportContext } from '../context.ts';
import { maskEmail } from '../mails/mask-email.ts';
import { requestErasure, showErasure } from './erase-person.ts';
import { readPerson } from './read-person.ts';

const LISTED = 100;

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
  route(contracts.listErasures, async () => {
    const found = await support.erasures.find().sort({ requestedAt: -1 }).limit(LISTED).lean();
    return found.map(showErasure);
  });
}
