import { renderFrame } from '../page/frame.ts';
import { html, type Html } from '../page/html.ts';
import { formatMoney } from '../stripe/currency.ts';
import type { CheckoutSession, OwnedSession } from '../stripe/objects/types.ts';
import { renderForm, type Typed } from './pay-form.ts';
import { returnUrl } from './return-url.ts';

interface Circumstances {
  /** The reason why the last attempt failed. */
  problem?: string | undefined;
  isOnItsWay: boolean;
  typed?: Typed | undefined;
}

export function renderPayPage(owned: OwnedSession, circumstances: Circumstances): Html {
  const { object: session, terms } = owned;
  const currency = session.currency ?? 'usd';
  const total = formatMoney(session.amount_total ?? 0, currency);
  const { problem } = circumstances;
  return renderFrame(
    `Pay ${total}`,
    html`<section class="summary" aria-label="Order">
        ${session.cancel_url && session.status === 'open' && html`<a href="${session.cancel_url}">&larr; Back</a>`}
        <h1>${terms.lineItems.map(({ description }) => description).join(', ')}</h1>
        <p class="total">${total}</p>
        <ul class="items">
          ${terms.lineItems.map(
            (item) =>
              html`<li>
                <span>${item.description} <span class="quiet">x ${item.quantity}</span></span>
                <span>${formatMoney(item.amount_subtotal, currency)}</span>
              </li>`,
          )}
          ${renderTotals(session, currency)}
        </ul>
      </section>
      <section class="panel">
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        ${renderPanel(owned, total, circumstances)}
      </section>`,
  );
}

export function renderUnknownPage(): Html {
  return renderFrame(
    'Nothing to pay',
    html`<section class="panel">
      <h2>There is no such payment</h2>
      <p>The address is incomplete, or the sandbox has restarted since. Please start again in the shop.</p>
    </section>`,
  );
}

/** The discount and the tax between the items and the total. */
function renderTotals(
  { automatic_tax: tax, total_details: totals }: CheckoutSession,
  currency: string,
): Html[] {
  const { amount_discount: discount = 0, amount_tax: amountTax = 0 } = totals ?? {};
  const row = (name: string, value: string) => html`<li><span>${name}</span><span>${value}</span></li>`;
  return [
    ...(discount > 0 ? [row('Discount', `-${formatMoney(discount, currency)}`)] : []),
    ...(tax.enabled
      ? [row('Tax', tax.status === 'complete' ? formatMoney(amountTax, currency) : 'Enter your country')]
      : []),
  ];
}

function renderPanel(owned: OwnedSession, total: string, { isOnItsWay, typed }: Circumstances): Html {
  const { object: session } = owned;
  if (session.status === 'expired')
    return html`<h2>This page has expired</h2>
      <p>Nothing was paid. Please start again in the shop.</p>`;
  if (session.status === 'open') return renderForm(owned, total, typed ?? {});
  const target = returnUrl(session);
  const state = isOnItsWay
    ? 'The payment is on its way'
    : session.payment_status === 'unpaid'
      ? 'The payment failed'
      : 'Paid';
  return html`<h2>${state}</h2>
    <p>${session.customer_details?.email}</p>
    ${isOnItsWay && renderSettlement(session)}
    ${target && html`<p class="note"><a href="${target}">Continue to the shop</a></p>`}`;
}

function renderSettlement(session: CheckoutSession): Html {
  return html`<form method="post" class="actions">
    <input type="hidden" name="email" value="${session.customer_details?.email}" />
    <p class="note">How does the bank debit end?</p>
    <div class="others">
      <button class="primary" name="outcome" value="async_paid">It arrives</button>
      <button name="outcome" value="async_failed">It fails</button>
    </div>
  </form>`;
}
