import { parse } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Carrier = Pick<FastifyRequest, 'headers'>;

/** A cookie of the gateway's own. In production it is bound to this host alone: no subdomain can plant one. */
export function hostCookie(name: string) {
  const nameIn = (isProduction: boolean) => (isProduction ? `__Host-${name}` : name);
  return {
    read: ({ headers: { cookie } }: Carrier, isProduction: boolean): string | null => {
      const own = nameIn(isProduction);
      // Most requests carry none: they are not parsed.
      if (cookie === undefined || !cookie.includes(own)) return null;
      return parse(cookie)[own] ?? null;
    },
    /** @param seconds until it ends; 0 removes it */
    write: (reply: FastifyReply, value: string, seconds: number, isProduction: boolean): void => {
      const secure = isProduction ? '; Secure' : '';
      const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
      void reply.header('set-cookie', `${nameIn(isProduction)}=${value}; ${attributes}`);
    },
  };
}
