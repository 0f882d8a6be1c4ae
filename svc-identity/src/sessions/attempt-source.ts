import { networkOf } from '@leadping/service-kit/http/network';
import { deviceCookieName } from '@leadping/service-kit/http/session-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';

const COOKIE_PLACE = 'known-devices/cookie/value';
const YEAR_SECONDS = 365 * 24 * 3600;

type CookieContext = Pick<IdentityContext, 'config' | 'sealer'>;

/** A browser that an account was signed in from before. */
export interface KnownBrowser {
  userId: string;
  deviceId: string;
}

/**
 * Who tries to sign in: a browser that this account was signed in from before, by its sealed cookie, else the network.
 * Attempts of others do not count against either, so that no stranger can hold an account's owner out.
 */
export function attemptSource(context: CookieContext, user: User | null, request: FastifyRequest): string {
  const browser = knownBrowserOf(context, request);
  return browser && isBrowserOf(browser, user)
    ? `device ${browser.deviceId}`
    : `network ${networkOf(request.ip)}`;
}

/** The known browser that makes a request, of whatever account. Reads no database. */
export function knownBrowserOf(
  { config, sealer }: CookieContext,
  request: Pick<FastifyRequest, 'cookies'>,
): KnownBrowser | null {
  const cookie = request.cookies[deviceCookieName(config.NODE_ENV)];
  return cookie === undefined ? null : openDeviceCookie(sealer, cookie);
}

export const isBrowserOf = ({ userId }: KnownBrowser, user: User | null) =>
  user?._id.toHexString() === userId;

/** Marks the browser as one that this account was signed in from. */
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

/** @returns null for a cookie that is forged, or sealed by a key that is gone. */
export function openDeviceCookie(sealer: IdentityContext['sealer'], cookie: string): KnownBrowser | null {
  try {
    const [userId, deviceId] = sealer.open(cookie, COOKIE_PLACE).split(' ');
    return userId && deviceId ? { userId, deviceId } : null;
  } catch {
    return null;
  }
}
