/** `a***@example.com`: enough to recognise an address in a log, too little to use it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** Masks every address in a text, as in an error of the mail provider. */
export function maskEmailsIn(text: string): string {
  return text.replaceAll(/[^\s<>"',;:]+/g, (word) => (/[^@]@[^@]/.test(word) ? maskEmail(word) : word));
}
