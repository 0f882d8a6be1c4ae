import * as contracts from '@leadping/contracts/identity/customer-session-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { confirmAddressChange, requestAddressChange } from './change-address.ts';
import { closeSession, openSession } from './open-session.ts';
import { requestLink } from './request-link.ts';

/** Registers the calls of customers, who have no account but the mailbox that they bought with. */
export function registerCustomerSessionRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.requestCustomerLink, async ({ body }) => {
    await requestLink(identity, body.email);
    return { message: 'If something was bought or asked with this address, a link is on its way to you.' };
  });
  route(contracts.openCustomerSession, ({ body, ...exchange }) =>
    openSession(identity, body.token, exchange),
  );
  route(contracts.getCustomerSession, ({ actor: { email, endsAt } }) => ({
    email,
    endsAt: new Date(endsAt).toISOString(),
  }));
  route(contracts.closeCustomerSession, async (exchange) => {
    await closeSession(identity, exchange);
    return { message: 'You are signed out.' };
  });
  route(contracts.requestAddressChange, async ({ body, actor }) => {
    await requestAddressChange(identity, actor, body.newEmail);
    return { message: 'We emailed a link to both addresses. Open both within a day.' };
  });
  route(contracts.confirmAddressChange, ({ body }) => confirmAddressChange(identity, body.token));
}
