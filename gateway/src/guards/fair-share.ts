import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyReply } from 'fastify';

/** A dashboard's page makes a dozen calls at once. */
const MAX_ACTIVE = 20;

export interface FairShare {
  /** Counts a reseller's call until its reply ends. @returns the error for one call too many */
  admit: (actor: Actor, reply: FastifyReply) => DomainError | undefined;
}

/** Limits the active calls of each reseller, so that one reseller's flood leaves room for others. */
export function openFairShare(maxActive = MAX_ACTIVE): FairShare {
  const active = new Map<string, number>();
  return {
    admit: ({ resellerId }, { raw }) => {
      // A destroyed reply emits no `close`, so its slot would never be released.
      if (resellerId === null || raw.destroyed) return undefined;
      const calls = active.get(resellerId) ?? 0;
      if (calls >= maxActive) return tooMany();
      active.set(resellerId, calls + 1);
      raw.once('close', () => {
        const left = (active.get(resellerId) ?? 1) - 1;
        if (left > 0) active.set(resellerId, left);
        else active.delete(resellerId);
      });
      return undefined;
    },
  };
}

const tooMany = () =>
  new DomainError('RATE_LIMITED', 'Too many requests at the same time. Please try again.', { retryAfter: 1 });
