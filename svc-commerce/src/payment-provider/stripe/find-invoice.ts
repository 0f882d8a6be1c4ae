import type StripeClient from 'stripe';
import { z } from 'zod';
import type { Invoice } from '../payment-provider.ts';
import { findAtStripe } from './call-stripe.ts';

const SessionInvoice = z.object({
  invoice: z.object({ hosted_invoice_url: z.url().nullish(), invoice_pdf: z.url().nullish() }).nullish(),
});

/** One try shorter than a person waits for a page, in ms. */
const TIMEOUT_MS = 2000;

/** @param apiBase address of a sandbox, whose invoices may be on any host. Otherwise only Stripe's own hosts count. */
export async function findInvoice(
  stripe: StripeClient,
  apiBase: string | undefined,
  sessionId: string,
): Promise<Invoice | null> {
  const found = await findAtStripe(() =>
    stripe.checkout.sessions.retrieve(
      sessionId,
      { expand: ['invoice'] },
      { timeout: TIMEOUT_MS, maxNetworkRetries: 0 },
    ),
  );
  const { invoice } = SessionInvoice.parse(found ?? {});
  const [url, pdfUrl] = [invoice?.hosted_invoice_url, invoice?.invoice_pdf].map((address) =>
    address && (apiBase !== undefined || isStripes(new URL(address))) ? address : null,
  );
  return url ? { url, pdfUrl: pdfUrl ?? null } : null;
}

function isStripes({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && (hostname === 'stripe.com' || hostname.endsWith('.stripe.com'));
}
