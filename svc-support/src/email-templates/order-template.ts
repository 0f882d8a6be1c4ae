import { BRAND } from '@leadping/contracts/brand';
import type { orderPaid } from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { formatMoney } from '@leadping/contracts/currency';
import type { Block, EmailTemplate } from './email-template.ts';
import { amountFacts } from './purchase-blocks.ts';

const PRODUCTS = { main_product: 'License', reseller_rights: 'Reseller rights' };

/** Tells an admin of a sale. */
export function orderEmailTemplate(order: PayloadOf<typeof orderPaid>, publicUrl: string): EmailTemplate {
  const amount = formatMoney(order.money);
  const product = PRODUCTS[order.productType];
  const isTest = order.isTest ?? false;
  return {
    subject: `${isTest ? 'Test order' : 'New order'}: ${product}, ${amount}`,
    brand: BRAND.name,
    heading: isTest ? `Test order: ${product} for ${amount}` : `New order over ${amount}`,
    blocks: [
      ...testOrderNotice(order),
      {
        kind: 'facts',
        facts: [
          ['Product', product],
          ...saleAmounts(order),
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

type Sale = Pick<PayloadOf<typeof orderPaid>, 'money' | 'purchase' | 'isTest'>;

/** How the total of a sale comes about. An order of an earlier release knows its total only. */
export function saleAmounts({ money, purchase }: Sale): [string, string][] {
  return purchase ? amountFacts(purchase) : [['Amount', formatMoney(money)]];
}

/** An order of test mode must not read like a sale. */
export function testOrderNotice({ isTest = false }: Sale): Block[] {
  return isTest ? [{ kind: 'paragraph', text: 'No money was paid.' }] : [];
}
