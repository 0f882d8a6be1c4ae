import { canonicalEmail } from '@leadping/contracts/email-address';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';

/**
 * Copies the address of a reseller's sign-in, unless a later one was copied already. An erased reseller stays without
 * an address.
 * @returns whether the reseller exists
 */
export async function storeEmail(
  { resellers }: Pick<CommerceContext, 'resellers'>,
  resellerId: string,
  { email, emailRevision = 0 }: { email: string; emailRevision?: number | undefined },
): Promise<boolean> {
  const { matchedCount } = await resellers.updateOne(
    {
      _id: resellerId,
      $or: [{ emailRevision: null }, { emailRevision: trusted({ $lte: emailRevision }) }],
      $nor: [{ deletedAt: trusted({ $ne: null }), email: null }],
    },
    { $set: { email, canonicalEmail: canonicalEmail(email), emailRevision } },
  );
  return matchedCount > 0 || (await resellers.exists({ _id: resellerId })) !== null;
}
