/**
 * `a***@example.com`: enough to recognize an address, too little to learn or use it. `***` for a text without an
 * address.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** Masks every address in a text, such as an error of the mail provider. */
export function maskEmailsIn(text: string): string {
  return text.replaceAll(/[^\s<>"',;:]+/g, (word) => (/[^@]@[^@]/.test(word) ? maskEmail(word) : word));
}
