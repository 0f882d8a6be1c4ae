import { html, type Html } from '../page/html.ts';
import { formatMoney } from '../stripe/currency.ts';
import type { CheckoutSession, OwnedSession } from '../stripe/objects/types.ts';
import { returnUrl } from './return-url.ts';

interface Circumstances {
  /** The reason why the last attempt failed. */
  problem?: string | undefined;
  isOnItsWay: boolean;
}

export function renderPayPage({ object: session, terms }: OwnedSession, circumstances: Circumstances): Html {
  const currency = session.currency ?? 'usd';
  const total = formatMoney(session.amount_total ?? 0, currency);
  const { problem, isOnItsWay } = circumstances;
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
                <span>${formatMoney(item.amount_total, currency)}</span>
              </li>`,
          )}
        </ul>
      </section>
      <section class="panel">
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        ${renderPanel(session, total, isOnItsWay)}
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

function renderFrame(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} - sandbox</title>
        <link rel="stylesheet" href="/sandbox/assets/base.css" />
        <link rel="stylesheet" href="/sandbox/assets/pay.css" />
      </head>
      <body>
        <p class="banner"><span>Sandbox payment page. No real card is charged.</span></p>
        <main class="checkout">${content}</main>
      </body>
    </html>`;
}

function renderPanel(session: CheckoutSession, total: string, isOnItsWay: boolean): Html {
  if (session.status === 'expired')
    return html`<h2>This page has expired</h2>
      <p>Nothing was paid. Please start again in the shop.</p>`;
  if (session.status === 'open') return renderForm(session, total);
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

function renderForm(session: CheckoutSession, total: string): Html {
  return html`<h2>Pay by card</h2>
    <form method="post" autocomplete="off">
      <label class="field"
        ><span>Email</span
        ><input
          name="email"
          inputmode="email"
          required
          value="${session.customer_email ?? session.customer_details?.email}"
      /></label>
      <label class="field"
        ><span>Card number</span
        ><input name="card" inputmode="numeric" value="4242 4242 4242 4242" maxlength="23"
      /></label>
      <div class="pair">
        <label class="field"><span>Expiry</span><input value="12 / 34" maxlength="7" /></label>
        <label class="field"><span>CVC</span><input inputmode="numeric" value="123" maxlength="4" /></label>
      </div>
      <label class="field"><span>Name on card</span><input name="name" maxlength="200" /></label>
      ${
        session.name_collection?.business?.enabled &&
        html`<label class="field"
          ><span>Business name${session.name_collection.business.optional && ' (optional)'}</span
          ><input name="businessName" maxlength="150"
        /></label>`
      }
      <div class="actions">
        <button class="primary" name="outcome" value="paid">Pay ${total}</button>
        <div class="others">
          <button name="outcome" value="declined">Decline</button>
          <button name="outcome" value="unpaid">Pay later</button>
        </div>
      </div>
      <p class="note">
        Pay later acts like a bank debit: the order is complete now, and the payment succeeds or fails
        afterwards. ${session.cancel_url && html`<a href="${session.cancel_url}">Cancel</a>`}
      </p>
    </form>`;
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
