import { BRAND } from '@leadping/contracts/brand';
import { CONSENT_STATEMENTS } from '@leadping/contracts/commerce/delivery-consent';
import { buyByForm, type BuyForm } from '@leadping/contracts/gateway/buy-routes';
import type { ErrorBody, ErrorCode } from '@leadping/contracts/errors';
import escapeHtml from 'escape-html';

/** A page without scripts, which cannot be framed. @param formTargets where its form may lead */
export const pageHeaders = (formTargets: readonly string[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action ${formTargets.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
});
export const PAGE_HEADERS = pageHeaders(["'none'"]);

const TRY_AGAIN = 'The payment page could not be opened. Please wait a moment and press the button again.';
const OWN_WORDS: Partial<Record<ErrorCode, string>> = {
  ORIGIN_REFUSED: 'This purchase was started on a page that is not ours. Please start it on our own page.',
  NOT_FOUND: 'This seller does not exist. Please check the address of the page.',
};
/** Errors whose message is written for buyers. */
const READABLE: ReadonlySet<ErrorCode> = new Set([
  'RATE_LIMITED',
  'DISCOUNT_CODE_INVALID',
  'RESELLER_INACTIVE',
  'RESELLER_NOT_CONFIGURED',
  'PAYMENT_NOT_CONFIGURED',
]);

/** Tells the buyer why there is no payment page, and what to do next. */
export function failurePage({ code, message, requestId }: ErrorBody, salesPage: string): string {
  const text = OWN_WORDS[code] ?? (READABLE.has(code) ? message : TRY_AGAIN);
  return page(
    'The payment page did not open',
    `<p role="alert">${escapeHtml(text)}</p>
<p>You have not been charged.</p>
<p><a href="${escapeHtml(salesPage)}">Back to the offer</a> · <a href="/support">Support</a></p>
<p><small>Request ${escapeHtml(requestId)}</small></p>`,
  );
}

/** Asks for the consent that the seller needs. Nothing is ticked before, and each statement has its own box. */
export function consentPage({ seller = '', code = '' }: BuyForm, salesPage: string): string {
  const boxes = CONSENT_STATEMENTS.map(
    (statement) =>
      `<p><label><input type="checkbox" name="deliveryConsent" value="${escapeHtml(statement)}" required> ${escapeHtml(statement)}</label></p>`,
  );
  return page(
    'Before you pay',
    `<p>This seller delivers the license key immediately. Please agree to both:</p>
<form method="post" action="${buyByForm.path}">
<input type="hidden" name="seller" value="${escapeHtml(seller)}">
<input type="hidden" name="code" value="${escapeHtml(code)}">
${boxes.join('\n')}
<p>The seller’s guarantee, if there is one, remains. We confirm this by email.</p>
<p><button>Continue to payment</button></p>
</form>
<p><a href="${escapeHtml(salesPage)}">Back to the offer</a></p>`,
  );
}

/** Links the payment page. */
export function continuePage(url: string): string {
  return page(
    'Continue to payment',
    `<p>The payment page is on ${escapeHtml(new URL(url).host)}.</p>
<p><a href="${escapeHtml(url)}" rel="noreferrer">Continue to payment</a></p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${BRAND.name}</title>
<style>body{max-width:36em;margin:3em auto;padding:0 1em;font:16px/1.5 sans-serif;color-scheme:light dark}</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>`;
}
