import { DomainError } from '@leadping/service-kit/domain-error';
import type { Sealer } from '@leadping/service-kit/data/sealed-text';
import type { SupportContext } from '../context.ts';
import { deskRankOf, ticketConfirmationPlace, type StoredTicket } from './ticket.model.ts';

/**
 * The link to a ticket, which is only mailed to its address. Its secret is a sealed text that only this service can
 * create, so that every mail about a ticket can contain one. Behind `#` it does not appear in server logs or referrers.
 */
export function ticketLink(sealer: Sealer, publicUrl: string, ticketNumber: string): string {
  const secret = sealer.seal('', ticketConfirmationPlace(ticketNumber));
  return `${publicUrl}/ticket/${ticketNumber}#confirm=${secret}`;
}

/** @param secret from `ticketLink` @throws {DomainError} VERIFICATION_LINK_INVALID */
export async function confirmAddress(
  { tickets, sealer }: Pick<SupportContext, 'tickets' | 'sealer'>,
  ticket: StoredTicket,
  secret: string,
): Promise<void> {
  const { _id, ticketNumber, version } = ticket;
  if (!isSecretOf(sealer, ticketNumber, secret)) {
    throw new DomainError(
      'VERIFICATION_LINK_INVALID',
      'Please open the link in our latest email about this ticket.',
    );
  }
  if (ticket.confirmedAt) return;
  const confirmedAt = new Date();
  const deskRank = deskRankOf({ ...ticket, confirmedAt });
  const { matchedCount } = await tickets.updateOne(
    { _id, version },
    { $set: { confirmedAt, deskRank }, $inc: { version: 1 } },
  );
  // The ticket and its rank changed in the meantime, or it was erased.
  const changed = matchedCount === 0 ? await tickets.findById(_id).lean() : null;
  if (changed) await confirmAddress({ tickets, sealer }, changed, secret);
}

function isSecretOf(sealer: Sealer, ticketNumber: string, secret: string): boolean {
  try {
    sealer.open(secret, ticketConfirmationPlace(ticketNumber));
    return true;
  } catch {
    return false;
  }
}
