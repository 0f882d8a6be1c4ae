import {
  getPublicSelectors,
  getSelectors,
  listSelectorsVersions,
  restoreSelectors as restoreRoute,
  saveSelectors as saveRoute,
} from '@leadping/contracts/licensing/selectors-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { createHash } from 'node:crypto';
import type { LicensingContext } from '../context.ts';
import { listVersions } from './list-versions.ts';
import { findNewest, restoreSelectors, saveSelectors } from './save-selectors.ts';

const NOTHING_SAVED = '{}';

export function registerSelectorsRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(getSelectors, async () => {
    const newest = await findNewest(licensing);
    return {
      selectors: newest?.text ?? NOTHING_SAVED,
      version: newest?._id ?? 0,
      savedAt: newest?.savedAt.toISOString() ?? null,
    };
  });

  route(saveRoute, async ({ body, actor }) => {
    const version = await saveSelectors(licensing, body.selectors, actor.username);
    return { message: 'Chrome Extension Selectors saved successfully', version };
  });

  route(listSelectorsVersions, () => listVersions(licensing));

  route(restoreRoute, async ({ body, actor }) => {
    const version = await restoreSelectors(licensing, body.version, actor.username);
    return { message: `Version ${body.version} is back, as version ${version}`, version };
  });

  route(getPublicSelectors, async ({ headers, reply }) => {
    const { text: selectors = NOTHING_SAVED, _id: version = 0 } = (await findNewest(licensing)) ?? {};
    const etag = `"${createHash('sha256').update(`${version} ${selectors}`).digest('base64url').slice(0, 27)}"`;
    void reply.header('etag', etag).header('cache-control', 'public, max-age=60');
    if (isKnown(etag, headers['if-none-match'])) void reply.status(304).send();
    return { selectors, version };
  });
}

/** Compares weakly (RFC 9110, 13.1.2): a proxy that compresses marks our tag as weak. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
