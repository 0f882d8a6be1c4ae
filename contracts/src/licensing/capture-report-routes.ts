import { z } from 'zod';
import { IsoDate } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { SELECTABLE_FIELDS, type SelectableField } from './selector-grammar.ts';

/** A field of a capture that selectors can find. */
export const CaptureField = z.enum(Object.keys(SELECTABLE_FIELDS) as [SelectableField, ...SelectableField[]]);

/** The fingerprint of a layout, computed from names of tags and attributes. */
export const Layout = z.string().regex(/^[0-9a-f]{8}$/, '8 hexadecimal digits');

/** A version of the extension, such as `1.4.0`. */
const ExtensionVersion = z.string().regex(/^\d{1,5}(?:\.\d{1,5}){0,3}$/, 'a version');

/** The number of presses that did not find a field. Fields that all presses found are left out. */
const Failures = z.partialRecord(CaptureField, z.int().positive());

/** More than the presses of a minute. Presses that waited for a connection are sent in several reports. */
const MAX_PRESSES = 100;

const CaptureCount = z
  .object({
    /** Version of the published selectors that were in use. 0 for the built-in ones. */
    version: z.int().nonnegative(),
    layout: Layout,
    presses: z.int().min(1).max(MAX_PRESSES),
    failures: Failures,
  })
  .refine(({ presses, failures }) => Object.values(failures).every((count) => count <= presses), {
    path: ['failures'],
    error: 'A field cannot fail more often than somebody pressed.',
  });
export type CaptureCount = z.infer<typeof CaptureCount>;

/** Maximum reports of one license within an hour, from all its devices. */
export const REPORTS_PER_HOUR = 60;

/**
 * Counts the fields that a press did not find. It contains nothing of a profile, its address or the device. The license token
 * proves that a customer reports and limits how often. It is not stored with the counts.
 */
export const reportCaptures = defineRoute({
  service: 'svc-licensing',
  method: 'POST',
  path: '/api/public/selectors/failures',
  summary: 'Counts presses, and the fields that they did not find',
  access: 'credentials',
  body: z.object({
    /** The license token from the last validation. */
    token: z.string().min(1).max(1000),
    extension: ExtensionVersion,
    captures: z.array(CaptureCount).min(1).max(8),
  }),
  bodyLimit: 4096,
  replies: { 202: z.object({ message: z.string() }) },
  errors: ['VALIDATION_FAILED', 'INVALID_CREDENTIALS', 'RATE_LIMITED', 'PAYLOAD_TOO_LARGE'],
  // The service also counts by license, independent of token and network.
  limit: { points: REPORTS_PER_HOUR, windowSeconds: 3600, field: 'token' },
  cors: 'any-origin',
});

/** Retention of the counts in days. */
export const CAPTURE_COUNT_DAYS = 30;

/**
 * An alert starts if a field failed in more than this share of presses, with at least this many presses and licenses
 * within the window.
 */
export const CAPTURE_ALERT = { presses: 20, licenses: 5, share: 0.3, minutes: 60 } as const;

const Counts = z.object({ presses: z.int().nonnegative(), failures: Failures });

/** A failing layout. The figures are those of the hour before `at`. */
export const CaptureAlert = Counts.extend({
  layout: Layout,
  at: IsoDate,
  licenses: z.int().positive(),
  /** The failing fields, the worst first. */
  fields: z.array(CaptureField).min(1),
});
export type CaptureAlert = z.infer<typeof CaptureAlert>;

export const LayoutHealth = Counts.extend({
  layout: Layout,
  /** The days with presses, the oldest first. */
  days: z.array(Counts.extend({ day: z.iso.date() })),
  /** Versions in use of the published selectors and of the extension, the newest first. */
  versions: z.array(z.int().nonnegative()),
  extensions: z.array(z.string()),
});
export type LayoutHealth = z.infer<typeof LayoutHealth>;

export const LAYOUTS_PER_PAGE = 10;

export const getCaptureHealth = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/selectors/failures',
  summary:
    'Presses and the fields that they did not find, by layout and day; the layouts with most presses first',
  access: 'admin',
  query: z.object({
    days: z.coerce.number().int().min(1).max(CAPTURE_COUNT_DAYS).default(7),
    page: z.coerce.number().int().min(1).max(1000).default(1),
  }),
  replies: {
    200: z.object({
      /** The sum over all layouts. */
      total: Counts,
      layoutCount: z.int().nonnegative(),
      layouts: z.array(LayoutHealth),
      /** Alerts within the requested days, the newest first. */
      alerts: z.array(CaptureAlert),
    }),
  },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'VALIDATION_FAILED'],
});
