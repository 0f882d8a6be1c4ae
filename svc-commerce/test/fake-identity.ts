import {
  changeResellerEmail,
  findResellerUsers,
  inviteUser,
  resendCredentials,
  withdrawResellerRights,
  type ResellerUser,
} from '@leadping/contracts/identity/requests';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Bus } from '@leadping/service-kit/messaging/bus';

/** The sign-ins of resellers. `taken@example.com` belongs to somebody else. */
export interface FakeIdentity {
  users: Map<string, ResellerUser>;
  /** The resellers whose rights were withdrawn. */
  withdrawn: string[];
  /** The resellers whose credentials were sent again. */
  resent: string[];
  /** Until then identity replies to nothing about the invitation of `silent@example.com`. */
  silence: Promise<void>;
  onEmailChange: () => Promise<void>;
}

/** Replies to commerce's requests about sign-ins. */
export function respondAsIdentity(bus: Pick<Bus, 'respond'>): FakeIdentity {
  const identity: FakeIdentity = {
    users: new Map(),
    withdrawn: [],
    resent: [],
    silence: Promise.resolve(),
    onEmailChange: async () => {},
  };
  const { users } = identity;
  const refuseTaken = (email: string) => {
    if (email === 'taken@example.com') throw new DomainError('EMAIL_TAKEN', 'This email is in use.');
  };
  bus.respond(inviteUser, async ({ email, resellerId }) => {
    refuseTaken(email);
    if (email === 'silent@example.com') await identity.silence;
    users.set(resellerId, userOf(resellerId, email));
    return { user: userOf(resellerId, email), outcome: 'invited' as const };
  });
  bus.respond(findResellerUsers, async ({ resellerIds }) => ({
    users: resellerIds.flatMap((id) => users.get(id) ?? []),
  }));
  bus.respond(changeResellerEmail, async ({ resellerId, email }) => {
    await identity.onEmailChange();
    if (!users.has(resellerId)) throw new DomainError('NOT_FOUND', 'This reseller has no sign-in.');
    refuseTaken(email);
    users.set(resellerId, userOf(resellerId, email));
    return { user: userOf(resellerId, email) };
  });
  bus.respond(resendCredentials, async ({ resellerId }) => {
    const user = users.get(resellerId);
    if (!user) throw new DomainError('NOT_FOUND', 'This reseller has no sign-in.');
    identity.resent.push(resellerId);
    return { user };
  });
  bus.respond(withdrawResellerRights, async ({ resellerId }) => {
    await identity.silence;
    identity.withdrawn.push(resellerId);
    return {};
  });
  return identity;
}

const userOf = (resellerId: string, email: string): ResellerUser => ({
  userId: `u-${resellerId}`,
  resellerId,
  username: email.split('@')[0] ?? '',
  email,
  firstName: 'Jane',
  lastName: 'Doe',
  createdAt: new Date().toISOString(),
});
