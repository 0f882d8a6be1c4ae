import type { ReleaseDocument } from '@leadping/contracts/release';
import { findPattern } from '@leadping/contracts/route-match';

export interface RemoteRoute {
  remote: string;
  path: string;
}

export function listRemoteRoutes({ remotes }: ReleaseDocument): RemoteRoute[] {
  return Object.entries(remotes).flatMap(([remote, { routes }]) => routes.map((path) => ({ remote, path })));
}

export function findRemoteRoute(release: ReleaseDocument, pathname: string): RemoteRoute | undefined {
  return findPattern(listRemoteRoutes(release), pathname, ({ path }) => path);
}
