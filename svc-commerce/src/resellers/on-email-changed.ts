import type { PayloadOf } from '@leadping/contracts/event';
import type { emailChanged } from '@leadping/contracts/identity/user-events';
import type { CommerceContext } from '../context.ts';
import { storeEmail } from './store-email.ts';

/** Notices go to a reseller's new address, and they are found and erased by it. */
export async function onEmailChanged(
  commerce: Pick<CommerceContext, 'resellers'>,
  { resellerId, email, emailRevision }: PayloadOf<typeof emailChanged>,
): Promise<void> {
  if (!resellerId) return;
  // What makes the reseller is handled by another consumer and may come later; this is delivered again.
  if (!(await storeEmail(commerce, resellerId, { email, emailRevision })))
    throw new Error(`the reseller ${resellerId} is not available`);
}
