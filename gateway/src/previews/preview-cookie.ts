import { parse } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Preview } from './previews.ts';

const COOKIE = 'release-preview';

export function readPreviewToken({ headers: { cookie } }: FastifyRequest): string | null {
  if (cookie === undefined || !cookie.includes(COOKIE)) return null;
  return parse(cookie)[COOKIE] ?? null;
}

const write = (reply: FastifyReply, value: string, seconds: number, isProduction: boolean) =>
  reply.header(
    'set-cookie',
    `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isProduction ? '; Secure' : ''}`,
  );

export function savePreview(reply: FastifyReply, { token, expiresAt }: Preview, isProduction: boolean): void {
  void write(reply, token, Math.ceil((expiresAt - Date.now()) / 1000), isProduction);
}

export function clearPreview(reply: FastifyReply, isProduction: boolean): void {
  void write(reply, '', 0, isProduction);
}
