import { Actor } from '@leadping/contracts/actor';
import { BRAND } from '@leadping/contracts/brand';
import { jwtVerify, SignJWT } from 'jose';
import { DomainError } from '../domain-error.ts';

/** The internal header that carries who makes a request; the gateway strips it from everything that comes from outside. */
export const ACTOR_HEADER = `${BRAND.headerPrefix}actor`;

const ISSUER = 'gateway';
const LIFETIME_SECONDS = 60;
/** Clocks of two machines may each be ten minutes wrong, and nobody shall be signed out by that. */
const CLOCK_TOLERANCE_SECONDS = 20 * 60;

export interface ActorTokens {
  sign: (actor: Actor) => Promise<string>;
  /** @throws {DomainError} UNAUTHENTICATED for a token that is forged, altered or too old. */
  verify: (token: string) => Promise<Actor>;
}

export function actorTokens(secretHex: string): ActorTokens {
  const secret = Buffer.from(secretHex, 'hex');
  return {
    sign: (actor) =>
      new SignJWT({ actor })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_SECONDS}s`)
        .sign(secret),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          issuer: ISSUER,
          algorithms: ['HS256'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return Actor.parse(payload.actor);
      } catch (cause) {
        throw new DomainError('UNAUTHENTICATED', 'Unauthorized', { cause });
      }
    },
  };
}
