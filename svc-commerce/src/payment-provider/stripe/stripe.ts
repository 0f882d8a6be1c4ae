import type StripeClient from 'stripe';
import { createRequire } from 'node:module';

/**
 * The provider's library, as CommonJS. As an ES module it imports `node:http`, and with it Node.js 26 loads its own `fetch`:
 * 16 MB that nothing here uses.
 */
export const Stripe = createRequire(import.meta.url)('stripe') as typeof StripeClient;
