import { parse } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Carrier = Pick<FastifyRequest, 'headers'>;

/** A cookie of the gateway. In production it is bound to this host, so that a subdomain cannot set it. */
export function hostCookie(name: string) {
  const nameIn = (isProduction: boolean) => (isProduction ? `__Host-${name}` : name);
  return {
    read: ({ headers: { cookie } }: Carrier, isProduction: boolean): string | null => {
      const own = nameIn(isProduction);
      // Skip parsing, because most requests do not carry the cookie.
      if (cookie === undefined || !cookie.includes(own)) return null;
      return parse(cookie)[own] ?? null;
    },
    /** @param seconds lifetime; 0 removes the cookie */
    write: (reply: FastifyReply, value: string, seconds: number, isProduction: boolean): void => {
      const secure = isProduction ? '; Secure' : '';
      const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
      void reply.header('set-cookie', `${nameIn(isProduction)}=${value}; ${attributes}`);
    },
  };
}
