import { SELLER_OF_RECORD } from '@leadping/contracts/commerce/seller-tax';
import type { Purchase } from '@leadping/contracts/purchase';
import type { Seller } from '@leadping/contracts/seller';
import type { EmailTemplate } from './email-template.ts';
import { sellerName } from './license-template.ts';
import { purchaseLook } from './purchase-blocks.ts';

/**
 * The seller's logo, color and one line, for a mail to their buyer. Empty without a purchase: the license has no order, or
 * the order is of an earlier release.
 */
export function sellerIdentity(
  { seller, purchase }: { seller: Seller; purchase?: Purchase | undefined },
  publicUrl: string,
): Pick<EmailTemplate, 'look' | 'identity'> {
  if (!purchase) return {};
  const { details, contactEmail, isManaged } = purchase.seller;
  const { legalName, address, country, email } = details;
  const parts = [
    sellerName({ seller }),
    legalName,
    address.replaceAll('\n', ', '),
    country,
    email || contactEmail,
  ];
  const line = `Seller: ${[...new Set(parts)].filter(Boolean).join(', ')}`;
  return {
    look: purchaseLook(purchase, publicUrl),
    identity: isManaged ? `${line}. ${SELLER_OF_RECORD}` : line,
  };
}
