import { z } from 'zod';
import { CURRENCIES } from './currency.ts';

export const Currency = z.enum(CURRENCIES);
export type Currency = z.infer<typeof Currency>;

/** An amount in the currency's minor unit: 7900 USD is 79 dollars, 7900 JPY is 7,900 yen. */
export const Money = z.object({ amountMinor: z.int().nonnegative(), currency: Currency });
export type Money = z.infer<typeof Money>;
