const DOTS = '••••••••';

/** How a stored secret is shown: its kind and its last four characters. Short ones show nothing of themselves. */
export function maskSecret(secret: string): string {
  const kind = /^(?:(?:sk|rk|pk)_(?:live|test)_|whsec_)/.exec(secret)?.[0] ?? '';
  const tail = secret.length - kind.length >= 12 ? secret.slice(-4) : '';
  return `${kind}${DOTS}${tail}`;
}

/** Whether a posted value means "keep the stored one": an empty text, or a mask from this service or a page. */
export function keepsStored(posted: string): boolean {
  return posted === '' || /[•*]/.test(posted);
}
