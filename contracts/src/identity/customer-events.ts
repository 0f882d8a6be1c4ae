import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** Requested by anybody. Support mails the link if it knows the address. */
export const customerLinkRequested = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.customer.link-requested',
  version: 1,
  payload: z.object({
    linkId: z.string(),
    email: z.string(),
    sealedToken: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});

const addresses = { changeId: z.string(), email: z.string(), newEmail: z.string() };

/** Support mails a link to each of the two addresses. */
export const addressChangeRequested = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.customer.address-change-requested',
  version: 1,
  payload: z.object({
    ...addresses,
    sealedToken: z.string(),
    sealedNewToken: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});

/** Both addresses confirmed it. Commerce, licensing and support move what belongs to `email` to `newEmail`. */
export const customerAddressChanged = defineEvent({
  producer: 'svc-identity',
  subject: 'identity.customer.address-changed',
  version: 1,
  payload: z.object({ ...addresses, changedAt: z.iso.datetime() }),
});
