import type { Purchase } from '@leadping/contracts/purchase';
import type { Seller } from '@leadping/contracts/seller';
import { senderName } from '../email-templates/license-template.ts';
import type { MailOrder } from './queue-mail.ts';

/** The sender of a mail to a buyer. The buyer's answer goes to the seller, if the seller has a contact. */
export function fromSeller({
  seller,
  purchase,
}: {
  seller: Seller;
  purchase?: Purchase | undefined;
}): Pick<MailOrder, 'senderName' | 'replyTo'> {
  const address = purchase?.seller.contactEmail;
  return { senderName: senderName({ seller }), ...(address && { replyTo: address }) };
}
