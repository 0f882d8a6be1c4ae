import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { imitatesPlatform } from '../own-names.ts';
import { plainLine, plainText } from '../primitives.ts';
import { SELLER_FIELDS } from './seller-details.ts';
import { GUARANTEE_DAYS, SUPPORT_REPLY_HOURS } from './seller-promises.ts';
import { TAX_MODES } from './seller-tax.ts';

const line = (name: keyof typeof SELLER_FIELDS) => plainLine(SELLER_FIELDS[name].maxLength);

const fields = {
  legalName: line('legalName'),
  address: plainText(SELLER_FIELDS.address.maxLength),
  country: line('country'),
  email: z.union([z.literal(''), EmailAddress]),
  phone: line('phone').regex(
    /^(?:|\+?[\d ()./-]{4,49})$/,
    'Enter a phone number: digits, spaces, and the country code with a plus sign.',
  ),
  registerNumber: line('registerNumber'),
  taxNumber: line('taxNumber'),
};

/** Who sells. Every detail may be empty, and pages say which ones are missing. */
export const SellerDetails = z.strictObject(fields);

/** The details in replies. Not checked, so that a stricter rule does not hide what is stored. */
const shown = z.string().default('');
export const ShownSellerDetails = z.object({
  legalName: shown,
  address: shown,
  country: shown,
  email: shown,
  phone: shown,
  registerNumber: shown,
  taxNumber: shown,
});

/** A reseller's details. Their legal name must not be mistaken for ours. */
export const ResellerDetails = z.strictObject({
  ...fields,
  legalName: fields.legalName.refine(
    (name) => !imitatesPlatform(name),
    'Enter your own legal name. This one looks like the name of the platform or its staff.',
  ),
});

/** How a seller handles tax and invoices. */
export const SellerTax = z.strictObject({
  mode: z.enum(TAX_MODES),
  collectTaxIds: z.boolean(),
  issueInvoices: z.boolean().optional(),
});

/** What a reseller promises to buyers. */
export const SellerPromises = z.strictObject({
  guaranteeDays: z.literal(GUARANTEE_DAYS),
  supportReplyHours: z.literal(SUPPORT_REPLY_HOURS),
  refundsWithdrawals: z.boolean().optional(),
  asksConsent: z.boolean().optional(),
});
