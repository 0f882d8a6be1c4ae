import { findResellerUsers, type ResellerUser } from '@leadping/contracts/identity/requests';
import type { CommerceContext } from '../context.ts';

/** Maximum size of one request. */
const BATCH = 1000;

/** The sign-ins of these resellers by reseller id. Without identity the list of resellers is shown all the same. */
export async function findUsers(
  { bus, log }: Pick<CommerceContext, 'bus' | 'log'>,
  resellerIds: string[],
): Promise<Map<string, ResellerUser>> {
  const users = new Map<string, ResellerUser>();
  try {
    for (let start = 0; start < resellerIds.length; start += BATCH) {
      const reply = await bus.request(findResellerUsers, {
        resellerIds: resellerIds.slice(start, start + BATCH),
      });
      for (const user of reply.users) users.set(user.resellerId, user);
    }
  } catch (err) {
    log.warn({ err }, 'resellers are shown without their sign-ins');
  }
  return users;
}
