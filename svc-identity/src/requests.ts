import * as requests from '@leadping/contracts/identity/requests';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { trusted } from 'mongoose';
import type { IdentityContext } from './context.ts';
import { changeResellerEmail } from './accounts/change-reseller-email.ts';
import { resolveCustomerSession } from './customers/open-session.ts';
import { openDeviceCookie } from './sessions/attempt-source.ts';
import { resolveSession } from './sessions/resolve-session.ts';
import { showResellerUser } from './users/show-user.ts';
import { inviteUser } from './invitations/invite-user.ts';
import { resendCredentials } from './invitations/resend-credentials.ts';
import { withdrawResellerRights } from './invitations/withdraw-reseller-rights.ts';

/** Registers the requests of the gateway for sessions, and those of commerce for the sign-ins of resellers. */
export function registerRequests(identity: IdentityContext): void {
  const { bus, users } = identity;
  bus.respond(requests.findSession, ({ cookieHash }) => resolveSession(identity, cookieHash));
  bus.respond(requests.findCustomerSession, ({ cookieHash }) => resolveCustomerSession(identity, cookieHash));
  bus.respond(requests.findKnownBrowser, async ({ cookie }) => ({
    userId: openDeviceCookie(identity.sealer, cookie)?.userId ?? null,
  }));
  bus.respond(requests.resolveSession, ({ token }) => resolveSession(identity, hashSecretToken(token)));
  bus.respond(requests.inviteUser, async (invitation) => {
    const { user, outcome } = await inviteUser(identity, invitation);
    return { user: showResellerUser(user), outcome };
  });
  bus.respond(requests.resendCredentials, async (request) => ({
    user: showResellerUser(await resendCredentials(identity, request)),
  }));
  bus.respond(requests.findResellerUsers, async ({ resellerIds }) => {
    const found = await users.find({ resellerId: trusted({ $in: resellerIds }) }).lean();
    return { users: found.map(showResellerUser) };
  });
  bus.respond(requests.changeResellerEmail, async (change) => ({
    user: showResellerUser(await changeResellerEmail(identity, change)),
  }));
  bus.respond(requests.withdrawResellerRights, async ({ resellerId }) => {
    await withdrawResellerRights(identity, resellerId);
    return {};
  });
}
