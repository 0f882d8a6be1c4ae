import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import { networkOf, siteOf } from '@leadping/service-kit/http/network';
import { createHash } from 'node:crypto';
import type { Connection } from 'mongoose';
import { buildThrottle } from './throttle.ts';

/** Limits for unauthenticated users of tickets. */
export interface TicketThrottles {
  /**
   * Counts a wrong ticket number or email by network.
   * @throws {DomainError} RATE_LIMITED above the limit
   */
  countWrong: (address: string) => Promise<void>;
  /**
   * Counts a new ticket by email address and network, so that strangers who use somebody's address do not use up the
   * owner's limit. Also counts by network alone, so that invented addresses do not fill the desk.
   * @throws {DomainError} RATE_LIMITED above the limit
   */
  countOpened: (emailKey: string, address: string) => Promise<void>;
}

export function buildTicketThrottles(database: Connection): TicketThrottles {
  const wrong = buildThrottle(database, {
    model: 'TicketGuesses',
    collection: 'ticket_guesses',
    max: 10,
    seconds: 15 * 60,
  });
  const opened = buildThrottle(database, {
    model: 'TicketOpenings',
    collection: 'ticket_openings',
    max: 5,
    seconds: 3600,
  });
  const ofNetwork = buildThrottle(database, {
    model: 'TicketNetworks',
    collection: 'ticket_networks',
    max: 20,
    seconds: 3600,
  });
  return {
    countWrong: async (address) => {
      const retryAfter = await wrong.count(networkOf(address));
      if (retryAfter === 0) return;
      const minutes = Math.ceil(retryAfter / 60);
      throw limited(`Too many wrong attempts. Please try again in ${minutes} min.`, retryAfter);
    },
    countOpened: async (emailKey, address) => {
      // Hashed, so that no address is stored.
      const key = createHash('sha256')
        .update(`${emailKey} ${networkOf(address)}`)
        .digest('base64url');
      const retryAfter = await opened.count(key);
      const networkRetryAfter = retryAfter === 0 ? await ofNetwork.count(siteOf(address)) : 0;
      if (networkRetryAfter > 0) {
        throw limited(
          `Many tickets came from your network within the hour. Please try again in ${durationText(networkRetryAfter)}.`,
          networkRetryAfter,
        );
      }
      if (retryAfter === 0) return;
      throw limited(
        `You have opened several tickets within the hour. Please add to one of them, or try again in ${durationText(retryAfter)}.`,
        retryAfter,
      );
    },
  };
}

const limited = (message: string, retryAfter: number) =>
  new DomainError('RATE_LIMITED', message, { retryAfter });
