import { z } from 'zod';
import { optional } from '../primitives.ts';
import { defineRoute } from '../route.ts';

export const BuyForm = z.object({
  /** The reseller's id or slug. Without it the platform sells, or the reseller of the subdomain. */
  seller: optional(z.string().max(200)),
  /** A discount code. Without it, the one in the address of the page with the form counts. */
  code: optional(z.string().max(2000)),
  /** The statements of the consent to immediate delivery that the buyer has ticked, joined by a space. */
  deliveryConsent: optional(z.string().max(2000)),
});

export type BuyForm = z.infer<typeof BuyForm>;

/**
 * The only form post that is accepted, so that the product can be bought before or without the page's scripts. Price,
 * product and addresses come from the server. If the seller asks for a consent, the reply is a page with its form.
 */
export const buyByForm = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: '/api/buy',
  priority: 'first',
  summary: 'Starts a checkout of the main product by a form, and redirects to its payment page',
  access: 'anyone',
  fromTenants: true,
  bodyType: 'form',
  bodyLimit: 4096,
  body: BuyForm,
  replies: {
    /** A page with a link, if the payment page is on a host that forms may not be redirected to. */
    200: z.string(),
    303: z.string(),
  },
  errors: [
    'NOT_FOUND',
    'DISCOUNT_CODE_INVALID',
    'CONSENT_REQUIRED',
    'PAYMENT_NOT_CONFIGURED',
    'PAYMENT_PROVIDER_FAILED',
    'RESELLER_INACTIVE',
    'RESELLER_NOT_CONFIGURED',
    'PRICE_TOO_LOW',
    'UNAVAILABLE',
    'UPSTREAM_FAILED',
    'UPSTREAM_TIMEOUT',
  ],
  limit: { points: 20, windowSeconds: 60 },
  timeoutSeconds: 20,
});
