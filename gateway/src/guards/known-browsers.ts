import { findKnownBrowser } from '@leadping/contracts/identity/requests';
import { deviceCookieName } from '@leadping/service-kit/http/session-cookie';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import { parse } from 'cookie';
import type { FastifyRequest } from 'fastify';

/** Maximum wait for the reply. Without one the caller is counted by network. */
const TIMEOUT_MS = 1000;
const MAX_COOKIE_LENGTH = 500;

export interface KnownBrowsers {
  /** Asks identity for the account of the browser, using the cookie of an earlier sign-in. */
  look: (request: FastifyRequest) => Promise<void>;
  /** The account that `look` found, if any. */
  accountOf: (request: FastifyRequest) => string | null;
}

export function openKnownBrowsers(bus: Bus, nodeEnv: Parameters<typeof deviceCookieName>[0]): KnownBrowsers {
  const accounts = new WeakMap<FastifyRequest, string>();
  return {
    look: async (request) => {
      const cookie = parse(request.headers.cookie ?? '')[deviceCookieName(nodeEnv)];
      if (cookie === undefined || cookie.length > MAX_COOKIE_LENGTH) return;
      const { userId } = await bus
        .request(findKnownBrowser, { cookie }, { timeoutMs: TIMEOUT_MS })
        .catch(() => ({ userId: null }));
      if (userId !== null) accounts.set(request, userId);
    },
    accountOf: (request) => accounts.get(request) ?? null,
  };
}
