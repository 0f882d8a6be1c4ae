import { z } from 'zod';
import { optional } from './primitives.ts';
import { defineRoute } from './route.ts';
import { ANALYTICS_PATH, CLIENT_ERRORS_PATH } from './telemetry-paths.ts';

/** The reporting app: `shell` or a remote, with its version (`dev` in development). */
const Source = { app: z.string().max(60), version: z.string().max(60) };
const PagePath = z.string().max(500);

/** Counted events. Others are dropped. */
export const COUNTED_EVENTS = ['page_view', 'begin_checkout', 'purchase', 'web_vital'] as const;

export const AnalyticsBatch = z.object({
  events: z
    .array(
      z.object({
        name: z.string().min(1).max(60),
        category: optional(z.string().max(60)),
        label: optional(z.string().max(500)),
        value: optional(z.number()),
        currency: optional(z.string().max(3)),
        ...Source,
        path: PagePath,
        at: z.iso.datetime(),
      }),
    )
    .min(1)
    .max(100),
});
export type AnalyticsBatch = z.infer<typeof AnalyticsBatch>;

export const recordAnalytics = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: ANALYTICS_PATH,
  summary: 'What happened on pages, without a cookie or identity',
  access: 'anyone',
  fromTenants: true,
  body: AnalyticsBatch,
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['RATE_LIMITED'],
  limit: { points: 120, windowSeconds: 60 },
});

export const ClientError = z.object({
  ...Source,
  message: z.string().max(500),
  stack: optional(z.string().max(4000)),
  path: PagePath,
  /**
   * From the page's `<meta name="page-token">`. A report counts against a release only with a valid token and from a
   * user who may open a page of the app.
   */
  pageToken: optional(z.string().max(200)),
});
export type ClientError = z.infer<typeof ClientError>;

/**
 * The registry counts these by app and version, and rolls back a release that fails for visitors of several networks.
 */
export const reportClientError = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: CLIENT_ERRORS_PATH,
  summary: 'An error that a page caught, by app and version',
  access: 'anyone',
  fromTenants: true,
  body: ClientError,
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['RATE_LIMITED'],
  limit: { points: 60, windowSeconds: 60 },
});
