import { canonicalEmail } from '@leadping/contracts/email-address';

/** Whether an address can belong to nobody (RFC 2606): QA runs use such ones, and no mail leaves for them. */
export function isReserved(email: string): boolean {
  return canonicalEmail(email).endsWith('.invalid');
}
