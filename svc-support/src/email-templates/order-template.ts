import { BRAND } from '@leadping/contracts/brand';
import type { orderPaid } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { formatMoney } from '@leadping/contracts/currency';
import type { EmailTemplate } from './email-template.ts';

const PRODUCTS = { main_product: 'License', reseller_rights: 'Reseller rights' };

/** Tells an admin of a sale. */
export function orderEmailTemplate(order: PayloadOf<typeof orderPaid>, publicUrl: string): EmailTemplate {
  const amount = formatMoney(order.money);
  return {
    subject: `New order: ${PRODUCTS[order.productType]}, ${amount}`,
    brand: BRAND.name,
    heading: `New order over ${amount}`,
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Product', PRODUCTS[order.productType]],
          ['Amount', amount],
          ['Customer', order.customerEmail],
          ['Sold by', order.seller.resellerId === null ? BRAND.name : order.seller.businessName],
          ['Order', order.orderId],
          ['Paid', order.paidAt],
        ],
      },
      { kind: 'button', label: 'Open the dashboard', url: `${publicUrl}/admin` },
    ],
    footer: 'You’re receiving this email because order notifications are on in the settings.',
  };
}
