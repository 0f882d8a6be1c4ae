import { queryAll, readHref } from './query-all.ts';

/** A profile, a profile in a second language (`/in/slug/de/`, `/in/slug/pt-br/`), or a profile under an overlay. */
const PROFILE_PATH = /^\/in\/([^/]+)(?:\/[a-z]{2}(?:[-_][a-z]{2,4})?)?(?:\/(?:overlay\/.*)?)?$/i;
/** `/in/me/` redirects to the own profile by script. `/in/unavailable/` is the page of hidden profiles. */
const NOBODY = /^(?:me|unavailable)$/i;
/** The site's own member id. The site replaces it in the address by the chosen name after loading. */
const MEMBER_ID = /^A[A-Z][a-zA-Z]AA[\w-]{8,}$/;

/** The decoded slug of a profile's address. Null on every other page. */
export const findSlug = (pathname: string): string | null => toSlug(PROFILE_PATH.exec(pathname)?.[1]);

/** The slug in a link to a profile, to a part of it, or to an action on it. */
export const findLinkedSlug = (url: string): string | null =>
  toSlug(
    /^(?:(?:https?:)?\/\/(?:[a-z]{2,3}\.)?linkedin\.com)?\/in\/([^/?#]+)/i.exec(url)?.[1] ??
      /[?&]vanityName=([^&#]+)/.exec(url)?.[1],
  );

const toSlug = (slug = 'me'): string | null => (NOBODY.test(slug) ? null : decodePercent(slug));

export function isLinkTo(url: string, slug: string): boolean {
  return findLinkedSlug(url)?.toLowerCase() === slug.toLowerCase();
}

export const findLinksTo = (root: ParentNode, slug: string): Element[] =>
  queryAll(root, 'a[href*="/in/"]').filter((link) => isLinkTo(readHref(link), slug));

/** Whether a link leads to another person. False for a member id, because its owner is unknown. */
export function isLinkToOther(url: string, slug: string): boolean {
  const linked = findLinkedSlug(url);
  return linked !== null && !isLinkTo(url, slug) && !MEMBER_ID.test(linked) && !MEMBER_ID.test(slug);
}

export function profileUrlOf(slug: string): string {
  return `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
}

/** Decodes a percent-encoded part of an address. Returns malformed parts unchanged. */
export function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
