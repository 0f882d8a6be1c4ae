/** Pages about a buyer's own purchase. */
const PERSONAL = /^\/r\/[^/]+\/(?:receipt|withdraw)(\/|$)/;

/** Sales pages may be embedded in other sites. All other pages may be framed only by our own. */
export function isEmbeddable(pathname: string): boolean {
  return pathname === '/' || (pathname.startsWith('/r/') && !PERSONAL.test(pathname));
}

/** The pages of customers. No page may frame them, not even our own, because a sales page may be framed itself. */
export function isForCustomers(pathname: string): boolean {
  return pathname === '/my' || pathname.startsWith('/my/');
}
