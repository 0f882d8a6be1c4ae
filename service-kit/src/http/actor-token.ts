import { Actor, Customer } from '@leadping/contracts/actor';
import { BRAND } from '@leadping/contracts/brand';
import type { ServiceName } from '@leadping/contracts/services';
import { jwtVerify, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { ed25519PrivateKey, ed25519PublicKey, publicKeys, splitKey } from '../data/ed25519.ts';
import type { SharedClock } from '../data/shared-clock.ts';
import { DomainError } from '../domain-error.ts';

/** The internal header that carries who makes a request; the gateway strips it from everything that comes from outside. */
export const ACTOR_HEADER = `${BRAND.headerPrefix}actor`;

const ISSUER = 'gateway';
const ALGORITHM = 'EdDSA';
const LIFETIME_SECONDS = 60;
/** Maximum clock skew in seconds. Both sides use the database's clock, so a wrong machine clock signs nobody out. */
const CLOCK_TOLERANCE_SECONDS = 5;

type Clock = Pick<SharedClock, 'now'>;

export interface ActorVerifier {
  /** @throws {DomainError} UNAUTHENTICATED for a token that is forged, altered, too old or made for another process. */
  verify: (token: string) => Promise<Actor>;
  /** Like `verify`, for a customer. A user's token is no customer's, and the reverse. */
  verifyCustomer: (token: string) => Promise<Customer>;
}

export interface ActorTokens extends ActorVerifier {
  /** For one process: another that receives the token cannot use it elsewhere. */
  sign: (actor: Actor, audience: ServiceName) => Promise<string>;
  signCustomer: (customer: Customer, audience: ServiceName) => Promise<string>;
}

/**
 * @param keys public keys as `<key id>:<64 hex digits>`; a token names the one that signed it.
 * @param audience the process that verifies.
 */
export function actorVerifier(
  keys: readonly string[],
  audience: ServiceName,
  clock: Clock = Date,
): ActorVerifier {
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
  const read = async <T>(token: string, parse: (payload: JWTPayload) => T): Promise<T> => {
    try {
      const { payload } = await jwtVerify(token, keyOf, {
        issuer: ISSUER,
        audience,
        algorithms: [ALGORITHM],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
      });
      return parse(payload);
    } catch (cause) {
      throw new DomainError('UNAUTHENTICATED', 'Unauthorized', { cause });
    }
  };
  return {
    verify: (token) => read(token, ({ actor }) => Actor.parse(actor)),
    verifyCustomer: (token) => read(token, ({ customer }) => Customer.parse(customer)),
  };
}

/**
 * The gateway's alone.
 * @param keys seeds as `<key id>:<64 hex digits>`; the first signs.
 * @param own the process that signs, which verifies the tokens made for itself.
 */
export function actorTokens(keys: readonly string[], own: ServiceName, clock: Clock = Date): ActorTokens {
  const [kid, seed] = splitKey(keys[0] ?? '');
  const privateKey = ed25519PrivateKey(seed);
  const sign = (claims: JWTPayload, audience: ServiceName) => {
    const issuedAt = Math.floor(clock.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_SECONDS)
      .sign(privateKey);
  };
  return {
    ...actorVerifier(publicKeys(keys), own, clock),
    sign: (actor, audience) => sign({ actor }, audience),
    signCustomer: (customer, audience) => sign({ customer }, audience),
  };
}
