import type { Actor } from '@leadping/contracts/actor';
import type { ServiceName } from '@leadping/contracts/services';
import { ACTOR_HEADER, actorTokens } from '@leadping/service-kit/http/actor-token';
import { randomBytes } from 'node:crypto';
import { ACTOR_SIGNING_KEYS } from './environment.ts';

const signer = actorTokens([ACTOR_SIGNING_KEYS], 'gateway');

/** A unique email address. */
export function newEmail(name = 'someone'): string {
  return `${name}-${randomBytes(4).toString('hex')}@example.com`;
}

export const ADMIN = { role: 'admin', userId: 'admin-1', username: 'admin' } as const;

export function resellerActor(resellerId: string) {
  return { role: 'reseller', username: 'reseller', resellerId } as const;
}

/** A person who signed in a moment ago. The role defaults to `other`. */
export function testActor(overrides: Partial<Actor> = {}): Actor {
  return {
    userId: randomBytes(12).toString('hex'),
    username: 'somebody',
    email: 'somebody@example.com',
    role: 'other',
    resellerId: null,
    signedInAt: Date.now(),
    isFresh: true,
    ...overrides,
  };
}

/** The headers with which the gateway forwards a request of this person to a service. */
/** The headers of a customer, who opened a link that was mailed to this address. */
export async function customerHeaders(email: string, service: ServiceName): Promise<Record<string, string>> {
  const customer = { email, sessionId: 'test-session', endsAt: Date.now() + 600_000 };
  return { [ACTOR_HEADER]: await signer.signCustomer(customer, service) };
}

export async function actorHeaders(actor: Actor, service: ServiceName): Promise<Record<string, string>> {
  return { [ACTOR_HEADER]: await signer.sign(actor, service) };
}
