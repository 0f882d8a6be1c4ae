import type { IdentityContext } from '../context.ts';
import { getUser } from '../users/get-user.ts';
import { makeVerificationLink, MAX_LINKS } from './make-link.ts';

/** Has the link mailed again; does nothing for an address that is verified. */
export async function sendVerification(identity: IdentityContext, userId: string): Promise<void> {
  const user = await getUser(identity, userId);
  if (user.verifiedEmailKey === user.emailKey) return;
  const { link, entry } = await makeVerificationLink(identity, user);
  await identity.users.updateOne(
    { _id: user._id, emailKey: user.emailKey },
    { $push: { emailVerifications: { $each: [link], $slice: -MAX_LINKS }, outbox: entry } },
  );
  identity.relay.flush(identity.users);
}
