import { parse } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SLOTS } from './canary.ts';

const COOKIE = 'release-slot';
const THIRTY_DAYS = 30 * 24 * 3600;

export function readSlot(request: FastifyRequest): number | null {
  const { cookie } = request.headers;
  if (cookie === undefined || !cookie.includes(COOKIE)) return null;
  const value = parse(cookie)[COOKIE] ?? '';
  return /^\d{1,4}$/.test(value) && Number(value) < SLOTS ? Number(value) : null;
}

export function keepSlot(reply: FastifyReply, slot: number, isProduction: boolean): void {
  const secure = isProduction ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${COOKIE}=${slot}; Path=/; Max-Age=${THIRTY_DAYS}; HttpOnly; SameSite=Lax${secure}`,
  );
}
