import * as contracts from '@leadping/contracts/support/own-data-routes';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { SupportContext } from '../context.ts';
import { requestErasure } from '../privacy/erase-person.ts';
import { readPerson } from '../privacy/read-person.ts';
import { showTicket } from '../tickets/show-ticket.ts';

const MAX_TICKETS = 100;

/** The customer's own data. The address is the session's in every call; nothing of it comes from the request. */
export function registerOwnDataRoutes(route: RegisterRoute, support: SupportContext): void {
  route(contracts.listOwnTickets, async ({ actor }) => {
    const found = await support.tickets
      .find({ emailKey: canonicalEmail(actor.email) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(MAX_TICKETS)
      .select({ responses: 0, outbox: 0 })
      .lean();
    return found.map(showTicket);
  });
  route(contracts.exportOwnData, async ({ actor: { email } }) => {
    const { records } = await readPerson(support, email);
    return { email, exportedAt: new Date().toISOString(), records };
  });
  route(contracts.eraseOwnData, async ({ body, actor: { email } }) => {
    if (canonicalEmail(body.confirmedEmail) !== canonicalEmail(email)) {
      throw new DomainError('VALIDATION_FAILED', 'Type the address of this page to confirm.', {
        field: 'confirmedEmail',
      });
    }
    const { _id: id, requestedAt } = await requestErasure(support, { email, requestedBy: 'the customer' });
    return { id, requestedAt: requestedAt.toISOString() };
  });
}
