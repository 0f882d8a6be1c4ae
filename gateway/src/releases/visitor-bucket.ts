import { parse } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BUCKETS } from './canary.ts';

const COOKIE = 'release-bucket';
const THIRTY_DAYS = 30 * 24 * 3600;

export function readBucket(request: FastifyRequest): number | null {
  const { cookie } = request.headers;
  if (cookie === undefined || !cookie.includes(COOKIE)) return null;
  const value = parse(cookie)[COOKIE] ?? '';
  return /^\d{1,4}$/.test(value) && Number(value) < BUCKETS ? Number(value) : null;
}

export function saveBucket(reply: FastifyReply, bucket: number, isProduction: boolean): void {
  const secure = isProduction ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${COOKIE}=${bucket}; Path=/; Max-Age=${THIRTY_DAYS}; HttpOnly; SameSite=Lax${secure}`,
  );
}
