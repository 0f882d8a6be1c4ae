/** The reseller's slug in a path, which may be a former one or nobody's. */
export const slugOf = (pathname: string) => /^\/r\/([A-Za-z0-9-]{1,100})(?:\/|$)/.exec(pathname)?.[1];
