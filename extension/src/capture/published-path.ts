import { SLUG } from '@leadping/contracts/licensing/selector-slug';
import { decodePercent, findSlug, profileUrlOf } from './profile-address.ts';

export interface Address {
  slug: string;
  profileUrl: string;
}

/** Reads a profile's address by the published paths, otherwise by the built-in path. */
export function findAddress(pathname: string, paths?: readonly string[]): Address | null {
  const slug = findSlug(pathname);
  const known = slug === null ? null : { slug, profileUrl: profileUrlOf(slug) };
  return findPublishedAddress(pathname, paths) ?? known;
}

/** Reads an address by the published paths, such as `/in/{slug}`. Null if no path matches. */
export function findPublishedAddress(pathname: string, paths: readonly string[] = []): Address | null {
  const given = pathname.replace(/\/$/, '').split('/');
  for (const path of paths) {
    const names = path.replace(/\/$/, '').split('/');
    const fits = (name: string, index: number) =>
      name === given[index] || ((name === '*' || name === SLUG) && Boolean(given[index]));
    if (names.length !== given.length || !names.every(fits)) continue;
    const at = names.indexOf(SLUG);
    const slug = decodePercent(given[at] ?? '');
    const parts = [...given.slice(0, at), encodeURIComponent(slug)];
    return { slug, profileUrl: `https://www.linkedin.com${parts.join('/')}` };
  }
  return null;
}
