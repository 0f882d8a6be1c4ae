import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostCookie } from '../http/host-cookie.ts';
import { BUCKETS } from './canary.ts';

const cookie = hostCookie('release-bucket');
const THIRTY_DAYS = 30 * 24 * 3600;

export function readBucket(request: Pick<FastifyRequest, 'headers'>, isProduction: boolean): number | null {
  const value = cookie.read(request, isProduction) ?? '';
  return /^\d{1,4}$/.test(value) && Number(value) < BUCKETS ? Number(value) : null;
}

export function saveBucket(reply: FastifyReply, bucket: number, isProduction: boolean): void {
  cookie.write(reply, String(bucket), THIRTY_DAYS, isProduction);
}
