/** Whether an address can belong to nobody (RFC 2606): QA runs use such ones, and no mail leaves for them. */
export function isReserved(email: string): boolean {
  return email.endsWith('.invalid');
}
