import { resendCredentials } from '@leadping/contracts/identity/requests';
import type { CommerceContext } from '../context.ts';
import { getReseller } from './find-reseller.ts';

/** Has identity mail a reseller new credentials. @throws {DomainError} NOT_FOUND, UNAVAILABLE */
export async function resendWelcome(commerce: CommerceContext, id: string): Promise<void> {
  const { _id: resellerId, businessName } = await getReseller(commerce, id);
  await commerce.bus.request(resendCredentials, { resellerId, businessName });
}
