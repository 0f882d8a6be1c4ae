import type { Connection } from 'mongoose';
import { platformClient, type Platform } from '../platform.ts';

/** One code leaves a part of the price, the other one nothing. */
export const CODES = { part: 'ONCE-PART', all: 'ONCE-ALL' } as const;
/** Where the buyers live. */
export const TAXED_COUNTRY = 'DE';
const TAX_RATE = 0.19;

/** Adds German tax to the platform's price and creates the codes. `asAdmin` needs a sign-in of the last ten minutes. */
export async function openTaxedShop(
  stack: Platform & { secrets: { STRIPE_TEST_KEY: string } },
  asAdmin: (path: string, method: string, body: unknown) => Promise<unknown>,
): Promise<void> {
  const tax = { status: 'active', headOffice: 'DE', registrations: [{ country: 'DE' }] };
  const profile = `/sandbox/accounts/${stack.secrets.STRIPE_TEST_KEY}/profile`;
  await platformClient(stack).sandbox(profile, 'PUT', { tax });
  await asAdmin('/api/admin/settings', 'POST', { tax: { mode: 'exclusive', collectTaxIds: false } });
  const create = (code: string, percent: number) =>
    asAdmin('/api/admin/discount-codes', 'POST', { code, percent });
  await create(CODES.part, 15);
  await create(CODES.all, 100);
}

/** Every third buyer pays less, and every sixth nothing. A late payment needs something to pay. */
export function codeFor(index: number): string | undefined {
  if (index % 3 !== 0) return undefined;
  return index % 6 === 3 && index % 5 !== 0 ? CODES.all : CODES.part;
}

/** Counts the orders of a taxed shop whose tax or total is not, to the cent, what the discount left of the price. */
export async function countMiscalculated(commerce: Connection, emails: readonly string[]): Promise<number> {
  const orders = commerce.collection('orders').find({ customerEmail: { $in: [...emails] } });
  let count = 0;
  for await (const { money, amounts } of orders) {
    const { subtotalMinor = 0, discountMinor = 0, taxMinor = 0 } = (amounts ?? {}) as Record<string, number>;
    const left = subtotalMinor - discountMinor;
    if (taxMinor !== Math.round(left * TAX_RATE) || money.amountMinor !== left + taxMinor) count += 1;
  }
  return count;
}
