import type { SealedPlace } from './sealed-text.ts';

// Places of secrets that one service seals and another opens, so both must use the same name.

/** A license's key, in every collection that stores it. */
export const licenseKeyPlace = (licenseId: string): SealedPlace => `licenses/${licenseId}/key`;

/** The temporary password of one invitation. */
export const invitationPlace = (invitationId: string): SealedPlace => `invitations/${invitationId}/password`;

/** The token of a link that is mailed to a user or a customer. */
export const mailedTokenPlace = (
  purpose: 'password-resets' | 'email-verifications' | 'customer-links' | 'address-changes',
  ownerId: string,
): SealedPlace => `${purpose}/${ownerId}/token`;

/** The address of a person who is erased. */
export const erasedEmailPlace = (erasureId: string): SealedPlace => `erasures/${erasureId}/email`;
