import type { FastifyReply } from 'fastify';
import { hostCookie } from '../http/host-cookie.ts';
import type { Preview } from './previews.ts';

const cookie = hostCookie('release-preview');

export const readPreviewToken = cookie.read;

export function savePreview(reply: FastifyReply, { token, expiresAt }: Preview, isProduction: boolean): void {
  cookie.write(reply, token, Math.ceil((expiresAt - Date.now()) / 1000), isProduction);
}

export function clearPreview(reply: FastifyReply, isProduction: boolean): void {
  cookie.write(reply, '', 0, isProduction);
}
