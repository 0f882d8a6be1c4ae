import { inviteUser, resendCredentials } from '@leadping/contracts/identity/requests';
import type { CommerceContext } from '../context.ts';
import { getReseller } from './find-reseller.ts';
import { hasNoSignIn } from './has-no-sign-in.ts';

/**
 * Asks identity to mail new credentials to a reseller. A reseller whose first invitation was interrupted has no sign-in
 * and gets one now.
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
