import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { siteOf } from '@leadping/service-kit/http/network';

/** Tabs stay open for long; an error of yesterday's page says nothing about today's release. */
const LIFETIME_MS = 24 * 3600 * 1000;

/** Ties a report to a page that was served, and to the network that it was served to; the same on every instance. */
export interface PageTokens {
  /** For one reply with a page. */
  issue: (ip: string) => string;
  /** @returns an id of the page view; null for a token that is not ours, too old, or from another network. */
  verify: (token: string, ip: string) => string | null;
}

export function pageTokens(secretHex: string): PageTokens {
  const key = Buffer.from(secretHex, 'hex');
  const sign = (text: string, ip: string) =>
    createHmac('sha256', key)
      .update(`${text} ${siteOf(ip)}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  return {
    issue: (ip) => {
      const text = `${Date.now().toString(36)}.${randomBytes(12).toString('base64url')}`;
      return `${text}.${sign(text, ip)}`;
    },
    verify: (token, ip) => {
      const [issuedAt = '', view = '', signature = ''] = token.split('.');
      const age = Date.now() - Number.parseInt(issuedAt, 36);
      if (!(age >= -60_000 && age < LIFETIME_MS)) return null;
      const expected = Buffer.from(sign(`${issuedAt}.${view}`, ip));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) ? view : null;
    },
  };
}
