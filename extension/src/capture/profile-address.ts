const PROFILE_PATH = /^\/in\/([^/]+)(?:\/(?:overlay\/.*)?)?$/;

/** The name of a person in the address of their profile, decoded; null on every other page. */
export function findSlug(pathname: string): string | null {
  const slug = PROFILE_PATH.exec(pathname)?.[1];
  return slug === undefined ? null : decode(slug);
}

/** The slug that a link to a profile or to a part of it names. */
export function findLinkedSlug(url: string): string | null {
  const slug = /^(?:https:\/\/[a-z]{2,3}\.linkedin\.com)?\/in\/([^/?#]+)/.exec(url)?.[1];
  return slug === undefined ? null : decode(slug);
}

/** Whether a link leads to this person; the site writes slugs in upper and lower case. */
export function isLinkTo(url: string, slug: string): boolean {
  return findLinkedSlug(url)?.toLowerCase() === slug.toLowerCase();
}

export function profileUrlOf(slug: string): string {
  return `https://www.linkedin.com/in/${encodeURIComponent(slug)}`;
}

function decode(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
