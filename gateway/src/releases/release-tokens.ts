import { createPreview, listReleases, uploadReleaseFile } from '@leadping/contracts/gateway/release-routes';
import type { Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { GatewayConfig } from '../config.ts';

/** The person or pipeline that releases, with its limits. */
export interface Publisher {
  name: string;
  /** The one app; null for every app. */
  app: string | null;
  previewsOnly: boolean;
}

/** Calls that a preview token may make. CI also reads the released versions. New calls are refused by default. */
const PREVIEW_CALLS: ReadonlySet<Route> = new Set<Route>([listReleases, uploadReleaseFile, createPreview]);
/** Preview versions. Releases cannot use them, so a preview never occupies the path of a later release. */
const PREVIEW_VERSION = /^0\.0\.0-/;

export interface Publishers {
  /**
   * Finds the publisher of the request's token. Null if the request has no token.
   * @throws {DomainError} UNAUTHENTICATED if the token is unknown.
   */
  bearerOf: (request: FastifyRequest) => Publisher | null;
}

const BEARER = /^Bearer ([\w-]{32,200})$/;

export function releaseTokens(tokens: GatewayConfig['RELEASE_TOKENS']): Publishers {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const known = tokens.map(({ token, ...scope }) => ({ ...scope, hash: digest(token) }));
  return {
    bearerOf: (request) => {
      const { authorization } = request.headers;
      if (authorization === undefined) return null;
      const given = digest(BEARER.exec(authorization)?.[1] ?? '');
      const owner = known.find(({ hash }) => timingSafeEqual(hash, given));
      if (!owner) throw new DomainError('UNAUTHENTICATED', 'This release token is not known.');
      const { app, previewsOnly } = owner;
      const kind = previewsOnly ? 'preview token' : 'release token';
      return { name: app === null ? kind : `${kind} of ${app}`, app, previewsOnly };
    },
  };
}

/** @throws {DomainError} FORBIDDEN if a preview token makes any other call. */
export function requireCall({ previewsOnly }: Publisher, contract: Route): void {
  if (previewsOnly && !PREVIEW_CALLS.has(contract))
    throw new DomainError('FORBIDDEN', 'This token is for previews only.');
}

/** @throws {DomainError} FORBIDDEN if a preview token names the version of a release. */
export function requireVersion({ previewsOnly }: Publisher, version: string): void {
  if (previewsOnly && !PREVIEW_VERSION.test(version))
    throw new DomainError('FORBIDDEN', 'This token is for previews only, whose versions begin with 0.0.0-.');
}

/** @throws {DomainError} FORBIDDEN if the token of one app is used for another. */
export function requireApps(publisher: Publisher, apps: string[]): void {
  const foreign = apps.find((app) => publisher.app !== null && app !== publisher.app);
  if (foreign !== undefined) {
    throw new DomainError('FORBIDDEN', `This token releases ${publisher.app}, not ${foreign}.`);
  }
}
