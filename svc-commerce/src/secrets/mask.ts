const DOTS = '••••••••';

/**
 * How a stored secret is shown: its prefix and its last four characters. Short ones show nothing of themselves.
 * @param prefixes of the kinds of keys
 */
export function maskSecret(secret: string, prefixes: readonly string[]): string {
  const kind = prefixes.find((prefix) => secret.startsWith(prefix)) ?? '';
  const tail = secret.length - kind.length >= 12 ? secret.slice(-4) : '';
  return `${kind}${DOTS}${tail}`;
}

/** Whether a posted value means "keep the stored one": an empty text, or a mask from this service or a page. */
export function keepsStored(posted: string): boolean {
  return posted === '' || /[•*]/.test(posted);
}
