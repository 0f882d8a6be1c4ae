import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { siteOf } from '@leadping/service-kit/http/network';

/** Maximum age of a page token. An error of yesterday's page says nothing about today's release. */
const LIFETIME_MS = 24 * 3600 * 1000;

/** Ties a report to a page that was served and to the network that received it. Works on every instance. */
export interface PageTokens {
  /** Issues the token of one served page. */
  issue: (ip: string) => string;
  /** @returns an id of the page view. Null if the token is invalid, expired, or from another network. */
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
