/** The reseller's slug in a path. It may be a former slug or an unknown one. */
export const slugOf = (pathname: string) => /^\/r\/([A-Za-z0-9-]{1,100})(?:\/|$)/.exec(pathname)?.[1];
