import { networkOf } from '@leadping/service-kit/http/network';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';

const COOKIE_PLACE = 'known-devices/cookie/value';
const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Who tries to sign in: a browser that this account was signed in from before, by its sealed cookie, else the network.
 * Attempts of others do not count against either, so that no stranger can hold an account's owner out.
 */
export function attemptSource(
  { config, sealer }: Pick<IdentityContext, 'config' | 'sealer'>,
  user: User | null,
  request: FastifyRequest,
): string {
  const cookie = request.cookies[deviceCookieName(config.NODE_ENV)];
  const [userId, deviceId] = cookie === undefined ? [] : openCookie(sealer, cookie);
  const isKnown = user !== null && userId === user._id.toHexString() && deviceId !== undefined;
  return isKnown ? `device ${deviceId}` : `network ${networkOf(request.ip)}`;
}

/** Marks the browser as one that this account was signed in from. */
export function rememberDevice(
  { config, sealer }: Pick<IdentityContext, 'config' | 'sealer'>,
  user: User,
  reply: FastifyReply,
): void {
  const value = sealer.seal(`${user._id.toHexString()} ${randomUUID()}`, COOKIE_PLACE);
  void reply.setCookie(deviceCookieName(config.NODE_ENV), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.NODE_ENV === 'production',
    maxAge: YEAR_SECONDS,
  });
}

function openCookie(sealer: IdentityContext['sealer'], cookie: string): string[] {
  try {
    return sealer.open(cookie, COOKIE_PLACE).split(' ');
  } catch {
    // Forged, or sealed by a key that is gone.
    return [];
  }
}

function deviceCookieName(nodeEnv: IdentityContext['config']['NODE_ENV']): string {
  return nodeEnv === 'production' ? '__Host-device' : 'device';
}
