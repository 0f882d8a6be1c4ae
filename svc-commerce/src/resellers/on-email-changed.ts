import type { PayloadOf } from '@leadping/contracts/event';
import type { emailChanged } from '@leadping/contracts/identity/user-events';
import type { CommerceContext } from '../context.ts';
import { storeEmail } from './store-email.ts';

/** Stores a reseller's new address for notices, search and erasure. */
export async function onEmailChanged(
  commerce: Pick<CommerceContext, 'resellers'>,
  { resellerId, email, emailRevision }: PayloadOf<typeof emailChanged>,
): Promise<void> {
  if (!resellerId) return;
  // Another consumer creates the reseller and may be later; NATS delivers this event again.
  if (!(await storeEmail(commerce, resellerId, { email, emailRevision })))
    throw new Error(`the reseller ${resellerId} is not available`);
}
