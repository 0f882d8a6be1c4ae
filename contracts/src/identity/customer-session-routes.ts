import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';

/** How long a mailed link opens a session, in minutes. */
export const LINK_MINUTES = 15;
/** How long a customer's session lasts, in minutes. Use does not prolong it. */
export const CUSTOMER_SESSION_MINUTES = 30;

const message = z.object({ message: z.string() });
/** From the fragment of a mailed link. Browsers send fragments to no server. */
const Token = z.string().min(1).max(200);

export const CustomerSession = z.object({ email: z.string(), endsAt: IsoDate });
export type CustomerSession = z.infer<typeof CustomerSession>;

/** The reply is the same for every address. Only an address that bought or wrote something is mailed a link. */
export const requestCustomerLink = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/my/link',
  summary: 'Emails the owner of an address a link to their purchases',
  access: 'anyone',
  body: z.strictObject({ email: EmailAddress }),
  replies: { 202: message },
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  limit: { points: 5, windowSeconds: 600, exact: true, field: 'email', maxPerValue: 20 },
});

/** A POST, because mail scanners load links. The link works once. */
export const openCustomerSession = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/my/session',
  summary: 'Opens the session of a mailed link and sets its cookie',
  access: 'anyone',
  setsCookies: true,
  body: z.strictObject({ token: Token }),
  replies: { 200: CustomerSession },
  errors: ['VALIDATION_FAILED', 'LINK_INVALID', 'RATE_LIMITED'],
  limit: { points: 30, windowSeconds: 60 },
});

export const getCustomerSession = defineRoute({
  service: 'svc-identity',
  method: 'GET',
  path: '/api/my/session',
  summary: 'Whose purchases the session shows, and when it ends',
  access: 'customer',
  replies: { 200: CustomerSession },
  errors: ['UNAUTHENTICATED'],
});

export const closeCustomerSession = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/my/sign-out',
  summary: "Ends the customer's session; succeeds without one too",
  access: 'anyone',
  setsCookies: true,
  replies: { 200: message },
  errors: [],
});

/** Nothing changes before both addresses have confirmed it by their links. */
export const requestAddressChange = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/my/address-changes',
  summary: 'Emails the current and the new address of a customer a link to confirm the change',
  access: 'customer',
  body: z.strictObject({ newEmail: EmailAddress }),
  replies: { 202: message },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'RATE_LIMITED'],
  limit: { points: 5, windowSeconds: 3600, exact: true, field: 'newEmail', maxPerValue: 20 },
});

export const confirmAddressChange = defineRoute({
  service: 'svc-identity',
  method: 'POST',
  path: '/api/my/address-changes/confirmation',
  summary: 'Confirms a change of address for one of its two addresses',
  access: 'anyone',
  body: z.strictObject({ token: Token }),
  /** `isDone`: the other address had confirmed it before. */
  replies: { 200: z.object({ isDone: z.boolean(), newEmail: z.string() }) },
  errors: ['VALIDATION_FAILED', 'LINK_INVALID', 'RATE_LIMITED'],
  limit: { points: 30, windowSeconds: 60 },
  /** A link that confirmed before replies the same. */
  repeatable: true,
});
