import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyReply } from 'fastify';

/** Calls of one tenant that a gateway has under way at the same time: a dashboard opens six. */
const MAX_CALLS = 24;

/** Lets no tenant have more than its share of this gateway's calls, so that one who floods slows down nobody else. */
export function openFairShare(max = MAX_CALLS) {
  const calls = new Map<string, number>();
  return {
    /** Counts a reseller's call until its reply has ended. @returns the error for one too many. */
    admit: (actor: Actor, reply: FastifyReply): DomainError | undefined => {
      const tenant = actor.resellerId;
      if (tenant === null) return undefined;
      const current = calls.get(tenant) ?? 0;
      if (current >= max) {
        return new DomainError('RATE_LIMITED', 'Too many requests at the same time. Please try again.', {
          retryAfter: 1,
        });
      }
      calls.set(tenant, current + 1);
      reply.raw.once('close', () => {
        const left = (calls.get(tenant) ?? 1) - 1;
        if (left > 0) calls.set(tenant, left);
        else calls.delete(tenant);
      });
      return undefined;
    },
  };
}

export type FairShare = ReturnType<typeof openFairShare>;
