import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const LOGO_MAX_BYTES = 5 * 1024 * 1024;
export const LOGO_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'] as const;

export const uploadLogo = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/resellers/upload-logo',
  summary: 'Takes an image in the multipart field `logo`: JPEG, PNG, GIF, WebP or SVG, at most 5 MB',
  access: 'reseller',
  bodyType: 'multipart',
  bodyLimit: LOGO_MAX_BYTES,
  replies: { 200: z.object({ logoUrl: z.string() }) },
  errors: ['NOT_FOUND', 'LOGO_REFUSED', 'PAYLOAD_TOO_LARGE'],
  limit: { points: 20, windowSeconds: 60 },
});

export const removeLogo = defineRoute({
  service: 'svc-commerce',
  method: 'PUT',
  path: '/api/resellers/logo',
  summary: 'Removes the logo',
  access: 'reseller',
  body: z.strictObject({ logoUrl: z.literal('').nullable() }),
  replies: { 200: z.object({ logoUrl: z.null() }) },
  errors: ['NOT_FOUND'],
});

/** The image, cached forever because a new logo has a new name. */
export const getLogo = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/logos/:name',
  summary: "A reseller's logo",
  access: 'anyone',
  params: z.object({ name: z.string().regex(/^[A-Za-z0-9_-]{22}\.(jpg|png|gif|webp|svg)$/) }),
  replies: { 200: z.instanceof(Uint8Array) },
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
  // Each page shows one logo and browsers cache it, so this limits new visitors per network. The limit is low enough
  // that a network with slow readers of large logos cannot occupy all connections.
  limit: { points: 30, windowSeconds: 10 },
});
