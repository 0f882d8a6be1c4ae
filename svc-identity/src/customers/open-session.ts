import type { Customer } from '@leadping/contracts/actor';
import {
  CUSTOMER_SESSION_MINUTES,
  type CustomerSession as Shown,
} from '@leadping/contracts/identity/customer-session-routes';
import { createSecretToken, hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { DomainError } from '@leadping/service-kit/domain-error';
import { customerCookieName } from '@leadping/service-kit/http/session-cookie';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import type { Exchange } from '../sessions/cookie.ts';
import { broadcastEnded } from '../sessions/end-sessions.ts';

/**
 * Opens the session of a mailed link, with a new token in a new cookie. The link is used up, even if storing the session
 * fails, because two sessions by one link would be worse than a second mail. A previous session of this browser ends, because a stranger may
 * have planted it.
 * @throws {DomainError} LINK_INVALID
 */
export async function openSession(
  identity: IdentityContext,
  token: string,
  { request, reply }: Exchange,
): Promise<Shown> {
  const { customerLinks, customerSessions, config } = identity;
  const link = await customerLinks
    .findOneAndDelete({ _id: hashSecretToken(token), expiresAt: trusted({ $gt: new Date() }) })
    .lean();
  if (!link) throw linkInvalid();
  const cookie = createSecretToken();
  const openedAt = new Date();
  const expiresAt = new Date(openedAt.getTime() + CUSTOMER_SESSION_MINUTES * 60_000);
  const { email, emailKey } = link;
  await customerSessions.create({ _id: hashSecretToken(cookie), email, emailKey, openedAt, expiresAt });
  const given = request.cookies[customerCookieName(config.NODE_ENV)];
  if (given !== undefined) await endCustomerSessions(identity, { _id: hashSecretToken(given) });
  void reply.setCookie(customerCookieName(config.NODE_ENV), cookie, {
    ...attributes(identity),
    maxAge: CUSTOMER_SESSION_MINUTES * 60,
  });
  return { email, endsAt: expiresAt.toISOString() };
}

export const linkInvalid = () =>
  new DomainError('LINK_INVALID', 'This link was used or is too old. Please request a new one.');

export async function closeSession(identity: IdentityContext, { request, reply }: Exchange): Promise<void> {
  const name = customerCookieName(identity.config.NODE_ENV);
  const given = request.cookies[name];
  if (given !== undefined) await endCustomerSessions(identity, { _id: hashSecretToken(given) });
  void reply.clearCookie(name, attributes(identity));
}

/** Ends the sessions of one cookie or of one address, and tells the gateways. @returns how many there were */
export async function endCustomerSessions(
  { customerSessions, bus }: Pick<IdentityContext, 'customerSessions' | 'bus'>,
  which: { _id: string } | { emailKey: string },
): Promise<number> {
  const found = await customerSessions.find(which, { _id: 1 }).lean();
  await customerSessions.deleteMany(which);
  broadcastEnded(bus, found);
  return found.length;
}

/** Finds the address that a session may act for. Use does not prolong it. */
export async function resolveCustomerSession(
  { customerSessions }: IdentityContext,
  cookieHash: string,
): Promise<{ session: { sessionId: string; actor: Customer } | null }> {
  const session = await customerSessions
    .findOne({ _id: cookieHash, expiresAt: trusted({ $gt: new Date() }) })
    .lean();
  if (!session) return { session: null };
  const { _id: sessionId, email, expiresAt } = session;
  return { session: { sessionId, actor: { email, sessionId, endsAt: expiresAt.getTime() } } };
}

function attributes({ config }: IdentityContext) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: config.NODE_ENV === 'production' } as const;
}
