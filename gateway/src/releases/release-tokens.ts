import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { GatewayConfig } from '../config.ts';

/** Who releases: a person or a pipeline, and the one app it is limited to. */
export interface Publisher {
  name: string;
  app: string | null;
}

export interface Publishers {
  /**
   * Whose token the request bears; null where it bears none.
   * @throws {DomainError} UNAUTHENTICATED for a token that is not one of ours.
   */
  bearerOf: (request: FastifyRequest) => Publisher | null;
}

const BEARER = /^Bearer ([\w-]{32,200})$/;

export function releaseTokens(tokens: GatewayConfig['RELEASE_TOKENS']): Publishers {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const known = tokens.map(({ app, token }) => ({ app, hash: digest(token) }));
  return {
    bearerOf: (request) => {
      const { authorization } = request.headers;
      if (authorization === undefined) return null;
      const given = digest(BEARER.exec(authorization)?.[1] ?? '');
      const owner = known.find(({ hash }) => timingSafeEqual(hash, given));
      if (!owner) throw new DomainError('UNAUTHENTICATED', 'This release token is not known.');
      return { name: owner.app === null ? 'release token' : `release token of ${owner.app}`, app: owner.app };
    },
  };
}

/** @throws {DomainError} FORBIDDEN where a token of one app reaches for another. */
export function requireApps(publisher: Publisher, apps: string[]): void {
  const foreign = apps.find((app) => publisher.app !== null && app !== publisher.app);
  if (foreign !== undefined) {
    throw new DomainError('FORBIDDEN', `This token releases ${publisher.app}, not ${foreign}.`);
  }
}
