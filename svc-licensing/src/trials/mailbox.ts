import { canonicalEmail } from '@leadping/contracts/email-address';
import type { LicensingContext } from '../context.ts';

/**
 * The mailbox behind an address, for trials only: without a plus tag and dots. Some providers tell addresses by their
 * dots, but a person with two of them still gets one trial.
 */
export function mailboxAddress(email: string): string {
  const address = canonicalEmail(email);
  const at = address.lastIndexOf('@');
  const [untagged = ''] = address.slice(0, at).split('+', 1);
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  return `${untagged.replaceAll('.', '')}@${domain}`;
}

/** A hash that can be kept after an erasure, because nobody without our secret can compare addresses with it. */
export function mailboxHash({ vault }: Pick<LicensingContext, 'vault'>, email: string): string {
  return vault.indexOf(`trial:${mailboxAddress(email)}`);
}
