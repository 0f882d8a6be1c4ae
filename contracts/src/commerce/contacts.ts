import type { SalesPage } from './sales-page.ts';

/** Maximum length of a displayed address. Longer ones are shown as their host. */
const MAX_SHOWN = 40;

/** A contact of a reseller as a link. Without zod, because pages load this file. */
export interface Contact {
  href: string;
  text: string;
}

export function contactsOf({
  contactEmail,
  contactUrl,
}: Pick<SalesPage, 'contactEmail' | 'contactUrl'>): Contact[] {
  const mail = { href: `mailto:${encodeURIComponent(contactEmail).replace('%40', '@')}`, text: contactEmail };
  const address = contactUrl.replace(/^https:\/\//i, '').replace(/\/$/, '');
  const [host = ''] = address.split('/');
  const site = { href: contactUrl, text: address.length > MAX_SHOWN ? host : address };
  return [...(contactEmail ? [mail] : []), ...(contactUrl ? [site] : [])];
}
