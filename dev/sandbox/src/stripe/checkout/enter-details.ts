import type { Sandbox } from '../../sandbox.ts';
import { checkDiscount, enterCode, type Purchase } from '../discounts/redeem.ts';
import { sameCode } from '../discounts/promotion-code.ts';
import { StripeError } from '../errors.ts';
import { idOf } from '../objects/id-of.ts';
import type { Buyer, OwnedSession } from '../objects/types.ts';
import { hasTaxIds, readTaxId } from '../tax/tax-id.ts';
import { checkFloor, priceSession } from './price-session.ts';

/** What the buyer entered on the payment page. An empty text clears a field. */
export interface EnteredDetails {
  country?: string | undefined;
  postalCode?: string | undefined;
  taxId?: string | undefined;
  code?: string | undefined;
}

/** @throws StripeError with the text that the page shows. The session is then unchanged. */
export function enterDetails(sandbox: Sandbox, session: OwnedSession, entered: EnteredDetails): OwnedSession {
  const discount = chooseCode(sandbox, session, entered.code);
  const buyer = describeBuyer(session, entered);
  const priced = priceSession(sandbox.store, { ...session, terms: { ...session.terms, buyer, discount } });
  checkFloor(priced);
  return sandbox.store.sessions.put(priced);
}

/** The code that the session has now. Empty without one. */
export function enteredCode({ store }: Sandbox, { terms }: OwnedSession): string {
  return store.promotionCodes.find(idOf(terms.discount?.promotion_code ?? null))?.object.code ?? '';
}

/** @throws StripeError if the buyer must enter more, or a discount has ended since the page was opened */
export function checkDetails({ store }: Sandbox, session: OwnedSession): void {
  const { object, terms } = session;
  if (object.automatic_tax.enabled && object.automatic_tax.status !== 'complete')
    throw new StripeError(
      'Please enter your country, and in the US, Canada and India also your postal code.',
      {
        code: 'customer_tax_location_invalid',
        param: 'country',
      },
    );
  const { country, taxId } = terms.buyer;
  const isTaxIdRequired = object.tax_id_collection?.required === 'if_supported';
  if (isTaxIdRequired && taxId === null && country !== null && hasTaxIds(country))
    throw new StripeError('Please enter your tax ID.', { code: 'tax_id_invalid', param: 'tax_id' });
  if (terms.discount !== null) checkDiscount(store, session, terms.discount, purchaseIn(session));
}

function chooseCode(sandbox: Sandbox, session: OwnedSession, code: string | undefined) {
  const { discount } = session.terms;
  if (code === undefined || sameCode(code.trim(), enteredCode(sandbox, session))) return discount;
  if (!session.object.allow_promotion_codes)
    throw new StripeError('This payment page takes no codes.', { param: 'promotion_code' });
  return code.trim() === '' ? null : enterCode(sandbox.store, session, code, purchaseIn(session));
}

function purchaseIn({ object }: OwnedSession): Purchase {
  return {
    subtotal: object.amount_subtotal ?? 0,
    currency: object.currency ?? 'usd',
    customer: object.customer === null ? null : idOf(object.customer),
  };
}

function describeBuyer({ object, terms }: OwnedSession, entered: EnteredDetails): Buyer {
  const { country = terms.buyer.country, postalCode = terms.buyer.postalCode } = entered;
  const taxId = entered.taxId?.trim();
  const place = { country: country || null, postalCode: postalCode?.trim() || null };
  if (taxId === undefined) return { ...place, taxId: terms.buyer.taxId };
  if (taxId === '') return { ...place, taxId: null };
  if (!object.tax_id_collection?.enabled)
    throw new StripeError('This payment page takes no tax ID.', { param: 'tax_id' });
  return { ...place, taxId: readTaxId(place.country ?? '', taxId) };
}
