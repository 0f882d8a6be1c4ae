import { Actor } from '@leadping/contracts/actor';
import { BRAND } from '@leadping/contracts/brand';
import { jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose';
import { ed25519PrivateKey, ed25519PublicKey, publicKeys, splitKey } from '../data/ed25519.ts';
import { DomainError } from '../domain-error.ts';

/** The internal header that carries who makes a request; the gateway strips it from everything that comes from outside. */
export const ACTOR_HEADER = `${BRAND.headerPrefix}actor`;

const ISSUER = 'gateway';
const ALGORITHM = 'EdDSA';
const LIFETIME_SECONDS = 60;
/** Clocks of two machines may each be ten minutes wrong, and nobody shall be signed out by that. */
const CLOCK_TOLERANCE_SECONDS = 20 * 60;

export interface ActorVerifier {
  /** @throws {DomainError} UNAUTHENTICATED for a token that is forged, altered or too old. */
  verify: (token: string) => Promise<Actor>;
}

export interface ActorTokens extends ActorVerifier {
  sign: (actor: Actor) => Promise<string>;
}

/** @param keys public keys as `<key id>:<64 hex digits>`; a token names the one that signed it. */
export function actorVerifier(keys: readonly string[]): ActorVerifier {
  const byId = new Map(
    keys.map((entry) => {
      const [id, hex] = splitKey(entry);
      return [id, ed25519PublicKey(hex)];
    }),
  );
  const keyOf = ({ kid = '' }: JWTHeaderParameters) => {
    const key = byId.get(kid);
    if (!key) throw new Error(`No key with the id ${JSON.stringify(kid)} verifies actors`);
    return key;
  };
  return {
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, keyOf, {
          issuer: ISSUER,
          algorithms: [ALGORITHM],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
        });
        return Actor.parse(payload.actor);
      } catch (cause) {
        throw new DomainError('UNAUTHENTICATED', 'Unauthorized', { cause });
      }
    },
  };
}

/** The gateway's alone. @param keys seeds as `<key id>:<64 hex digits>`; the first signs. */
export function actorTokens(keys: readonly string[]): ActorTokens {
  const [kid, seed] = splitKey(keys[0] ?? '');
  const privateKey = ed25519PrivateKey(seed);
  return {
    ...actorVerifier(publicKeys(keys)),
    sign: (actor) =>
      new SignJWT({ actor })
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .setIssuer(ISSUER)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_SECONDS}s`)
        .sign(privateKey),
  };
}
