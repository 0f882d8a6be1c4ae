import type { orderPaid } from '@leadping/contracts/commerce/order-events';
import { formatMoney } from '@leadping/contracts/currency';
import type { PayloadOf } from '@leadping/contracts/event';
import { BRAND } from '@leadping/contracts/brand';
import type { EmailTemplate } from './email-template.ts';
import { saleAmounts, testOrderNotice } from './order-template.ts';

/** Tells a reseller of a sale. */
export function saleEmailTemplate(order: PayloadOf<typeof orderPaid>, publicUrl: string): EmailTemplate {
  const amount = formatMoney(order.money);
  const isTest = order.isTest ?? false;
  return {
    subject: isTest ? `Test order: ${amount}` : `New sale: ${amount}`,
    brand: BRAND.name,
    heading: isTest ? `Test order: a license for ${amount}` : `You sold a license for ${amount}`,
    blocks: [
      ...testOrderNotice(order),
      {
        kind: 'facts',
        facts: [
          ...saleAmounts(order),
          ['Customer', order.customerEmail],
          ['Order', order.orderId],
          ['Paid', order.paidAt],
        ],
      },
      { kind: 'paragraph', text: 'The license key is emailed to your customer automatically.' },
      { kind: 'button', label: 'See your orders', url: `${publicUrl}/reseller-dashboard/orders` },
    ],
    footer:
      'You’re receiving this email because sale notices are on. You can turn them off in your settings.',
  };
}
