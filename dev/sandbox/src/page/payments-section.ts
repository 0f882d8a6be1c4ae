import type { Store } from '../store.ts';
import { formatMoney } from '../stripe/currency.ts';
import { findLatestCharge, findPaymentIntent } from '../stripe/payments/find-payment.ts';
import type { Charge, OwnedSession } from '../stripe/objects/types.ts';
import { html, type Html } from './html.ts';
import { act, badge, moment, SHOWN } from './parts.ts';

/** The payments with their possible actions, newest first. */
export function paymentRows(store: Store): Html[] {
  return store.sessions
    .newestFirst()
    .slice(0, SHOWN)
    .map((session) => renderPayment(store, session));
}

function renderPayment(store: Store, { id, account, object: session, terms }: OwnedSession): Html {
  const charge = findLatestCharge(store, findPaymentIntent(store, session))?.object;
  const dispute =
    charge && store.disputes.newestFirst().find(({ object }) => object.charge === charge.id)?.object.status;
  const seller = store.accounts.find(account)?.name ?? account;
  const what = terms.lineItems.map(({ description }) => description).join(', ');
  const email = session.customer_details?.email ?? session.customer_email;
  return html`<div class="row">
    <div class="what">
      <strong>${what}</strong>
      <small>${email ?? 'nobody yet'} &rarr; ${seller}${session.livemode && ', live mode'}</small>
    </div>
    <span class="money">${formatMoney(session.amount_total ?? 0, session.currency ?? 'usd')}</span>
    ${renderState(session, charge, dispute)} ${moment(session.created * 1000)}
    <div class="acts">
      ${session.status === 'open' && html`<a class="button" href="/pay/${id}">Pay page</a>`}
      ${
        session.status === 'complete' &&
        charge?.status === 'pending' &&
        html`${act('Arrives', `/pay/${id}`, { email, outcome: 'async_paid' })}
        ${act('Fails', `/pay/${id}`, { email, outcome: 'async_failed' })}`
      }
      ${
        charge?.status === 'succeeded' &&
        !charge.disputed &&
        html`${!charge.refunded && act('Refund', `/pay/${id}/refund`)}
        ${act('Inquiry', `/pay/${id}/dispute`, { kind: 'inquiry' })} ${act('Dispute', `/pay/${id}/dispute`)}`
      }
      ${
        isInquiry(dispute) &&
        html`${!charge?.refunded && act('Refund', `/pay/${id}/refund`)}
        ${act('Escalates', `/pay/${id}/dispute/escalate`)}
        ${act('Closes', `/pay/${id}/dispute/close`, { outcome: 'warning_closed' })}`
      }
      ${
        dispute === 'needs_response' &&
        html`${act('Won', `/pay/${id}/dispute/close`, { outcome: 'won' })}
        ${act('Lost', `/pay/${id}/dispute/close`, { outcome: 'lost' })}`
      }
    </div>
  </div>`;
}

const isInquiry = (dispute: string | undefined) =>
  dispute === 'warning_needs_response' || dispute === 'warning_under_review';

function renderState(
  session: OwnedSession['object'],
  charge: Charge | undefined,
  dispute: string | undefined,
): Html {
  if (isInquiry(dispute)) return badge('inquiry', 'warn');
  if (dispute === 'needs_response') return badge('disputed', 'warn');
  if (dispute !== undefined && dispute !== 'warning_closed')
    return badge(`dispute ${dispute}`, dispute === 'won' ? 'good' : 'bad');
  if (charge?.refunded) return badge('refunded');
  if (charge !== undefined && charge.amount_refunded > 0)
    return badge(`${formatMoney(charge.amount_refunded, charge.currency)} refunded`, 'warn');
  if (session.status === 'open')
    return charge?.status === 'failed' ? badge('declined', 'bad') : badge('open');
  if (session.status === 'expired') return badge('expired');
  if (session.payment_status === 'unpaid')
    return charge?.status === 'failed' ? badge('failed', 'bad') : badge('on its way', 'warn');
  return badge('paid', 'good');
}
