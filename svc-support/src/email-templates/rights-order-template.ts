import { BRAND } from '@leadping/contracts/brand';
import type { orderPaid } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import type { Purchase } from '@leadping/contracts/purchase';
import type { EmailTemplate } from './email-template.ts';
import { sellerName, sellerUrl, type MailAddresses } from './license-template.ts';
import { purchaseBlocks, purchaseLook } from './purchase-blocks.ts';

type RightsOrder = PayloadOf<typeof orderPaid> & { purchase: Purchase };

/** Confirms the contract to the buyer of reseller rights. Identity sets up the account and mails the sign-in. */
export function rightsOrderEmailTemplate(
  order: RightsOrder,
  { publicUrl, receiptPath }: Pick<MailAddresses, 'publicUrl' | 'receiptPath'>,
): EmailTemplate {
  const { orderId, productType, purchase, isTest = false } = order;
  const seller = sellerName(order);
  const next = 'Your reseller account is set up separately, and we write to you about it.';
  return {
    subject: `Your order: ${BRAND.name} reseller rights`,
    brand: seller,
    heading: 'Your order is confirmed',
    blocks: [
      {
        kind: 'paragraph',
        text: isTest
          ? 'This was a test purchase. No money was paid.'
          : `Thank you for your purchase. ${next}`,
      },
      ...purchaseBlocks(purchase, {
        seller,
        orderId,
        pagesUrl: sellerUrl(order, publicUrl),
        publicUrl,
        receiptPath,
        productType,
        isTest,
      }),
    ],
    footer: `You’re receiving this email because ${BRAND.name} reseller rights were bought with this address.`,
    look: purchaseLook(purchase, publicUrl),
  };
}
