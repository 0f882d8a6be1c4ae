import { inviteUser, resendCredentials } from '@leadping/contracts/identity/requests';
import type { CommerceContext } from '../context.ts';
import { getReseller } from './find-reseller.ts';
import { hasNoSignIn } from './has-no-sign-in.ts';

/**
 * Has identity mail a reseller new credentials. Who has no sign-in, since what invited them died before it asked for one, gets it now.
 * @throws {DomainError} NOT_FOUND, EMAIL_TAKEN, CONFLICT, UNAVAILABLE
 */
export async function resendWelcome(commerce: CommerceContext, id: string): Promise<void> {
  const { bus } = commerce;
  const { _id: resellerId, businessName, email } = await getReseller(commerce, id);
  try {
    await bus.request(resendCredentials, { resellerId, businessName });
  } catch (error) {
    if (!hasNoSignIn(error) || email === null) throw error;
    await bus.request(inviteUser, { resellerId, businessName, email });
  }
}
