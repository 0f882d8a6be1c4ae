import { listConfigurations, originOf } from './configuration.ts';
import type { Configuration } from '../storage.ts';

/**
 * Host permissions for a webhook's address can be requested since Chrome 102. Without them only receivers
 * with CORS reply.
 */
export function canRequestHosts(): boolean {
  const version = Number(/Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent)?.[1] ?? 0);
  return version >= 102 && 'optional_host_permissions' in chrome.runtime.getManifest();
}

/**
 * The site that shows the button. Chrome grants access at the installation, and the user or an administrator
 * can revoke it.
 */
export const SITE = 'https://www.linkedin.com/*';

export const isSiteAllowed = () => has(SITE);
export const hasHostPermission = (url: string) => has(originOf(url));

function has(origin: string): Promise<boolean> {
  return new Promise((resolve) =>
    chrome.permissions.contains({ origins: [origin] }, (isGiven) =>
      resolve(!chrome.runtime.lastError && isGiven),
    ),
  );
}

/**
 * Requests access from the user. Call it first in a press handler, because after an `await` Chrome no longer
 * accepts the user gesture.
 */
export const requestHostPermissions = (urls: readonly string[]) => request(urls.map(originOf));
export const requestSite = () => request([SITE]);

function request(wanted: string[]): Promise<boolean> {
  const origins = [...new Set(wanted)];
  return new Promise((resolve) =>
    chrome.permissions.request({ origins }, (granted) => resolve(!chrome.runtime.lastError && granted)),
  );
}

/** Releases the permission for a host that no configuration uses any more. */
export async function releaseHostPermission(url: string): Promise<void> {
  const origin = originOf(url);
  if ((await listConfigurations()).some((one) => originOf(one.url) === origin)) return;
  await new Promise<void>((resolve) =>
    chrome.permissions.remove({ origins: [origin] }, () => resolve(void chrome.runtime.lastError)),
  );
}

/** The configurations whose hosts Chrome does not let us reach. */
export async function findUnreachable(): Promise<Configuration[]> {
  if (!canRequestHosts()) return [];
  const all = await listConfigurations();
  const allowed = await Promise.all(all.map(({ url }) => hasHostPermission(url)));
  return all.filter((_, index) => !allowed[index]);
}
