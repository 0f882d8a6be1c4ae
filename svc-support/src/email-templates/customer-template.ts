import { BRAND } from '@leadping/contracts/brand';
import { LINK_MINUTES } from '@leadping/contracts/identity/customer-session-routes';
import type { EmailTemplate } from './email-template.ts';

/** The token stands behind `#`, which browsers send to no server. */
export function customerLinkEmailTemplate(token: string, publicUrl: string): EmailTemplate {
  return {
    subject: `Your link to My ${BRAND.name}`,
    brand: BRAND.name,
    heading: `Open My ${BRAND.name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: 'See your license keys, browsers, orders and tickets, replace a leaked key or change your address.',
      },
      { kind: 'button', label: `Open My ${BRAND.name}`, url: `${publicUrl}/my#link=${token}` },
      {
        kind: 'paragraph',
        text: `The link works once, for ${LINK_MINUTES} minutes. Do not forward it: it opens your purchases.`,
      },
    ],
    footer:
      'You’re receiving this email because somebody asked for this link with your address. If it was not you, ignore it.',
  };
}

export function addressChangeEmailTemplate(
  { token, email, newEmail }: { token: string; email: string; newEmail: string },
  publicUrl: string,
): EmailTemplate {
  return {
    subject: `Confirm the new address of your ${BRAND.name} purchases`,
    brand: BRAND.name,
    heading: 'Confirm the change of address',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The owner of the current address asked to move their licenses, orders and tickets to the new one. It happens once both addresses have confirmed.',
      },
      {
        kind: 'facts',
        facts: [
          ['Current address', email],
          ['New address', newEmail],
        ],
      },
      { kind: 'button', label: 'Confirm the change', url: `${publicUrl}/my#change=${token}` },
      { kind: 'paragraph', text: 'The link works for a day. If you do not want this, do nothing.' },
    ],
    footer: 'You’re receiving this email because a change to or from this address was requested.',
  };
}
