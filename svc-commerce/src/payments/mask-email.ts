/** `a***@example.com`: enough to recognise one's own address, not enough to learn somebody else's. */
export function maskEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 1 ? null : `${email.slice(0, 1)}***${email.slice(at)}`;
}
