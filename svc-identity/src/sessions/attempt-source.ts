import { networkOf } from '@leadping/service-kit/http/network';
import { deviceCookieName } from '@leadping/service-kit/http/session-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';

const COOKIE_PLACE = 'known-devices/cookie/value';
const YEAR_SECONDS = 365 * 24 * 3600;

type CookieContext = Pick<IdentityContext, 'config' | 'sealer'>;

/** A browser from which an account signed in before. */
export interface KnownBrowser {
  userId: string;
  deviceId: string;
}

/**
 * The source of a sign-in attempt: a browser from which this account signed in before, by its sealed cookie, else the
 * network. Attempts from other sources do not count, so that no stranger can lock out an account's owner.
 */
export function attemptSource(context: CookieContext, user: User | null, request: FastifyRequest): string {
  const browser = knownBrowserOf(context, request);
  return browser && isBrowserOf(browser, user)
    ? `device ${browser.deviceId}`
    : `network ${networkOf(request.ip)}`;
}

/** The known browser that sends a request, for any account. Does not read the database. */
export function knownBrowserOf(
  { config, sealer }: CookieContext,
  request: Pick<FastifyRequest, 'cookies'>,
): KnownBrowser | null {
  const cookie = request.cookies[deviceCookieName(config.NODE_ENV)];
  return cookie === undefined ? null : openDeviceCookie(sealer, cookie);
}

export const isBrowserOf = ({ userId }: KnownBrowser, user: User | null) =>
  user?._id.toHexString() === userId;

/** Marks the browser as known for this account. */
export function rememberDevice({ config, sealer }: CookieContext, user: User, reply: FastifyReply): void {
  const value = sealer.seal(`${user._id.toHexString()} ${randomUUID()}`, COOKIE_PLACE);
  void reply.setCookie(deviceCookieName(config.NODE_ENV), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.NODE_ENV === 'production',
    maxAge: YEAR_SECONDS,
  });
}

/** @returns null if the cookie is forged, or was sealed with a key that no longer exists */
export function openDeviceCookie(sealer: IdentityContext['sealer'], cookie: string): KnownBrowser | null {
  try {
    const [userId, deviceId] = sealer.open(cookie, COOKIE_PLACE).split(' ');
    return userId && deviceId ? { userId, deviceId } : null;
  } catch {
    return null;
  }
}
