import type { SalesPage } from './sales-page.ts';

/** Of longer addresses the host is shown. */
const MAX_SHOWN = 40;

/** A way to reach a reseller, as a link. No schema here: pages load just this. */
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
