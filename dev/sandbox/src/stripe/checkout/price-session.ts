import type Stripe from 'stripe';
import type { Store } from '../../store.ts';
import { findProfile, type AccountProfile } from '../accounts/profile.ts';
import { findFloor, formatMoney } from '../currency.ts';
import { StripeError } from '../errors.ts';
import { findCoupon } from '../discounts/promotion-code.ts';
import { discountAmount } from '../discounts/redeem.ts';
import { idOf } from '../objects/id-of.ts';
import type { LineItem, OwnedSession } from '../objects/types.ts';
import { buildTaxRate } from '../tax/build-tax-rate.ts';
import { findTax, type Tax } from '../tax/find-tax.ts';

/** The session with the amounts that follow from its items, its discount and the place of its buyer. */
export function priceSession(store: Store, session: OwnedSession): OwnedSession {
  const { object, terms } = session;
  const profile = findProfile(store, session);
  const isTaxed = object.automatic_tax.enabled;
  const tax = isTaxed ? findTax(profile, terms.buyer, object.managed_payments?.enabled ?? false) : undefined;
  const subtotal = sum(terms.lineItems, (item) => item.amount_subtotal);
  const coupon = terms.discount && findCoupon(store, session, idOf(terms.discount.source.coupon));
  const discounts = share(terms.lineItems, coupon ? discountAmount(coupon, subtotal) : 0);
  const priced = terms.lineItems.map((item, index) => priceItem(profile, item, discounts[index] ?? 0, tax));
  const lineItems = priced.map(({ item }) => item);
  const taxes = Object.fromEntries(
    priced.map(({ item, taxable, isInclusive }) => [
      item.id,
      tax === undefined ? [] : [describeTax(session, tax, item.amount_tax, taxable, isInclusive)],
    ]),
  );
  return {
    ...session,
    terms: { ...terms, lineItems, taxes },
    object: {
      ...object,
      amount_subtotal: subtotal,
      amount_total: sum(lineItems, (item) => item.amount_total),
      automatic_tax: {
        ...object.automatic_tax,
        status: isTaxed ? (tax === undefined ? 'requires_location_inputs' : 'complete') : null,
      },
      discounts:
        terms.discount === null
          ? []
          : [
              terms.discount.promotion_code === null
                ? { coupon: idOf(terms.discount.source.coupon), promotion_code: null }
                : { coupon: null, promotion_code: idOf(terms.discount.promotion_code) },
            ],
      total_details: {
        amount_discount: sum(lineItems, (item) => item.amount_discount),
        amount_shipping: 0,
        amount_tax: sum(lineItems, (item) => item.amount_tax),
      },
    },
  };
}

/** @throws StripeError for a total that is not zero and less than the smallest payment */
export function checkFloor({ object }: OwnedSession): void {
  const [total, currency] = [object.amount_total ?? 0, object.currency ?? 'usd'];
  const floor = findFloor(currency);
  if (total > 0 && total < floor)
    throw new StripeError(
      `The Checkout Session's total amount due must add up to at least ${formatMoney(floor, currency)} ${currency}`,
      { code: 'amount_too_small' },
    );
}

function priceItem(
  profile: AccountProfile,
  item: LineItem,
  discount: number,
  tax: Tax | undefined,
): { item: LineItem; taxable: number; isInclusive: boolean } {
  const isInclusive = isTaxInclusive(profile, item);
  const rest = item.amount_subtotal - discount;
  const percent = tax?.percent ?? 0;
  const amountTax = Math.round((rest * percent) / (isInclusive ? 100 + percent : 100));
  return {
    item: {
      ...item,
      amount_discount: discount,
      amount_tax: amountTax,
      amount_total: isInclusive ? rest : rest + amountTax,
    },
    taxable: isInclusive ? rest - amountTax : rest,
    isInclusive,
  };
}

function isTaxInclusive({ tax }: AccountProfile, { price, currency }: LineItem): boolean {
  const own = price.tax_behavior;
  const behavior = own === null || own === 'unspecified' ? tax.taxBehavior : own;
  if (behavior === 'inferred_by_currency') return !['usd', 'cad'].includes(currency);
  return behavior === 'inclusive';
}

function describeTax(
  session: OwnedSession,
  tax: Tax,
  amount: number,
  taxable: number,
  isInclusive: boolean,
): Stripe.LineItem.Tax {
  return {
    amount,
    rate: buildTaxRate(session, tax, isInclusive),
    taxability_reason: tax.reason,
    taxable_amount: tax.reason === 'not_collecting' ? 0 : taxable,
  };
}

/** The discount of each item, in proportion to its amount. The last item takes the remainder. */
function share(items: LineItem[], discount: number): number[] {
  const subtotal = sum(items, (item) => item.amount_subtotal);
  let left = discount;
  return items.map((item, index) => {
    const isLast = index === items.length - 1;
    const part = isLast ? left : Math.floor((discount * item.amount_subtotal) / Math.max(subtotal, 1));
    left -= part;
    return part;
  });
}

const sum = <T>(items: T[], read: (item: T) => number) =>
  items.reduce((total, item) => total + read(item), 0);
