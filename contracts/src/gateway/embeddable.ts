/** Pages about a buyer's own purchase. */
const PERSONAL = /^\/r\/[^/]+\/(?:receipt|withdraw)(?:\/|$)/i;

const FOR_CUSTOMERS = /^\/my(?:\/|$)/i;

/** Sales pages may be embedded in other sites. All other pages may be framed only by our own. */
export function isEmbeddable(pathname: string): boolean {
  return pathname === '/' || (pathname.startsWith('/r/') && !PERSONAL.test(decode(pathname)));
}

/** The pages of customers. No page may frame them, not even our own, because a sales page may be framed itself. */
export function isForCustomers(pathname: string): boolean {
  return FOR_CUSTOMERS.test(decode(pathname));
}

/** Routers decode paths, so an encoded letter must not hide a page. A path that no router can decode shows no page. */
function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
