import { readEmail } from './check-value.ts';
import { findLinkedSlug, isLinkTo } from './profile-address.ts';
import { queryAll, readHref } from './query-all.ts';

export interface ContactDialog {
  dialog: Element;
  /** Null if the person shows no address or several. */
  email: string | null;
}

/**
 * Reads the dialog with the contact details of this person. Its first profile link names its person. Ignores
 * dialogs of other people and dialogs without such a link.
 */
export function readContactDialog(page: Document, slug: string): ContactDialog | null {
  for (const dialog of queryAll(page, 'dialog,[role=dialog],[aria-modal=true]')) {
    const links = queryAll(dialog, 'a[href]').map(readHref);
    const own = links.find((href) => findLinkedSlug(href) !== null);
    if (own && isLinkTo(own, slug)) return { dialog, email: findOnlyEmail(links.filter(isMail)) };
  }
  return null;
}

const isMail = (href: string) => /^mailto:/i.test(href);

/** The only address of several texts. Null if the texts contain several, because the right one is unknown. */
export function findOnlyEmail(texts: readonly string[]): string | null {
  const emails = new Set(texts.map(readEmail));
  emails.delete(null);
  return emails.size === 1 ? ([...emails][0] ?? null) : null;
}
