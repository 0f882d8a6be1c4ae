import { accentTones } from '@leadping/contracts/commerce/accent-color';
import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { Purchase } from '@leadping/contracts/purchase';
import { NO_GUARANTEE } from '@leadping/contracts/commerce/seller-promises';
import { SELLER_OF_RECORD } from '@leadping/contracts/commerce/seller-tax';
import { sellerFacts, sellerLinks } from '@leadping/contracts/commerce/seller-details';
import { BRAND } from '@leadping/contracts/brand';
import { type CurrencyCode, formatMoney } from '@leadping/contracts/currency';
import type { Block, EmailLook } from './email-template.ts';

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const CONSENT_TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

interface PurchaseFacts {
  /** The name that the buyer reads on the seller's pages. */
  seller: string;
  orderId: string | null;
  /** The seller's pages. */
  pagesUrl: string;
  /** The platform's own pages. */
  publicUrl: string;
  /** Below the seller's pages. Null if it is not known, so that the mail says where the receipt is found. */
  receiptPath: string | null;
  productType?: ProductType;
  isTest?: boolean;
}

/** Confirms the contract: what was bought, for how much, from whom, and the rights of the buyer. */
export function purchaseBlocks(
  purchase: Purchase,
  {
    seller: name,
    orderId,
    pagesUrl,
    publicUrl,
    receiptPath,
    productType = 'main_product',
    isTest = false,
  }: PurchaseFacts,
): Block[] {
  const { seller, paidAt } = purchase;
  return [
    { kind: 'heading', text: 'Your order' },
    {
      kind: 'facts',
      facts: [
        ['Product', `${BRAND.name}, ${productText(productType, isTest)}`],
        ...amountFacts(purchase),
        ...(orderId === null ? [] : ([['Order number', orderId]] satisfies [string, string][])),
        ['Date', DATE.format(new Date(paidAt))],
      ],
    },
    {
      kind: 'paragraph',
      text:
        receiptPath === null ? `Your receipt: open ${publicUrl}/my` : `Receipt: ${pagesUrl}${receiptPath}`,
    },
    { kind: 'heading', text: 'Who you bought from' },
    { kind: 'facts', facts: [['Seller', name], ...providedFacts(seller)] },
    ...(seller.isManaged ? ([{ kind: 'paragraph', text: SELLER_OF_RECORD }] satisfies Block[]) : []),
    { kind: 'heading', text: 'Your rights' },
    { kind: 'paragraph', text: seller.guarantee ? `${seller.guarantee}.` : NO_GUARANTEE },
    // Rights are sold to businesses, and the law gives the right of withdrawal to consumers.
    ...(productType === 'main_product'
      ? ([{ kind: 'paragraph', text: withdrawalText(seller, pagesUrl) }] satisfies Block[])
      : []),
    {
      kind: 'paragraph',
      text: `Terms: ${pagesUrl}/terms-of-service\nLegal notice: ${pagesUrl}/legal-notice`,
    },
  ];
}

function productText(productType: ProductType, isTest: boolean): string {
  if (productType === 'reseller_rights')
    return isTest ? 'reseller rights (test purchase)' : 'reseller rights';
  return isTest ? 'test license' : 'lifetime license for one person';
}

/** The details that the seller has provided. */
function providedFacts({ details }: Purchase['seller']): [string, string][] {
  return [
    ...sellerFacts(details).map(
      ({ name, value }) => [name, value.replaceAll('\n', ', ')] as [string, string],
    ),
    ...sellerLinks(details).map(({ name, text }) => [name, text] as [string, string]),
  ];
}

/** The email is also the confirmation of a consent, which the law asks for. */
function withdrawalText({ deliveryConsent, guarantee }: Purchase['seller'], pagesUrl: string): string {
  if (!deliveryConsent) {
    return `Right of withdrawal: if you are a consumer in the European Union, you can withdraw from this contract within 14 days, without giving a reason. You get back what you paid within 14 days, the way you paid. Do it here, without an account: ${pagesUrl}/withdraw`;
  }
  const ended = `Right of withdrawal: before you paid, on ${CONSENT_TIME.format(new Date(deliveryConsent.at))} UTC, you agreed to this: “${deliveryConsent.text}” With the delivery of the key the right of withdrawal has ended.`;
  return guarantee
    ? `${ended} The guarantee remains. Use it here, without an account: ${pagesUrl}/withdraw`
    : `${ended} Your other rights by law are not affected.`;
}

/** One line if the total is the price, otherwise how it comes about. */
export function amountFacts({ money, amounts, discountCode }: Purchase): [string, string][] {
  const show = (amountMinor: number) =>
    formatMoney({ amountMinor, currency: money.currency as CurrencyCode });
  const total: [string, string] = ['Total', show(money.amountMinor)];
  if (!amounts) return [total];
  const { subtotalMinor, discountMinor, taxMinor, isTaxIncluded } = amounts;
  return [
    ...(subtotalMinor === money.amountMinor
      ? []
      : ([['Price', show(subtotalMinor)]] satisfies [string, string][])),
    ...(discountMinor === 0
      ? []
      : ([[discountName(discountCode), `−${show(discountMinor)}`]] satisfies [string, string][])),
    ...(taxMinor === 0 || isTaxIncluded ? [] : ([['Tax', show(taxMinor)]] satisfies [string, string][])),
    total,
    ...(taxMinor > 0 && isTaxIncluded
      ? ([['Tax included', show(taxMinor)]] satisfies [string, string][])
      : []),
  ];
}

const discountName = (code: string | undefined) =>
  code === undefined ? 'Discount' : `Discount, code ${code}`;

/** The seller's own logo and color. Mail programs show no SVG, so such a logo is left out. */
export function purchaseLook({ seller }: Purchase, publicUrl: string): EmailLook {
  const { logoUrl, accentColor } = seller;
  const tones = accentColor === null ? null : accentTones(accentColor);
  const pick = (theme: 'light' | 'dark') =>
    tones && { signal: tones[theme].signal, onSignal: tones[theme]['on-signal'] };
  const [light, dark] = [pick('light'), pick('dark')];
  return {
    logoUrl: logoUrl === null || logoUrl.endsWith('.svg') ? null : `${publicUrl}${logoUrl}`,
    tones: light && dark && { light, dark },
  };
}
