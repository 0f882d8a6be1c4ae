import { z } from 'zod';
import { BuildManifest } from '../release.ts';
import { defineRoute } from '../route.ts';

/*
 * The release registry. All routes need an admin's session or a release token (`Authorization: Bearer <token>`). The
 * token of one app can change only that app.
 */

export const RELEASE_ACTIONS = [
  'seed',
  'publish',
  'canary',
  'promote',
  'rollback',
  'automatic-rollback',
  'retire',
] as const;

const AppName = z.string().regex(/^(?:shell|mfe-[a-z][a-z0-9-]{1,40})$/);
const Version = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/);
const AppNames = z.array(AppName).min(1).max(20);
/** The revision that the change is based on. RELEASE_CONFLICT if another one is current. */
const Expected = { revision: z.int().nonnegative().optional(), note: z.string().max(500).default('') };
const Released = z.object({
  revision: z.int(),
  apps: z.array(z.string()),
  /** Deprecations, such as a remote with the contract before the shell's. */
  warnings: z.array(z.string()).default([]),
});

/** Maximum size of a file of a build, in bytes. */
export const LARGEST_FILE = 20 * 1024 * 1024;
/** Timeout for calls that access the file store, which may be a slow bucket. */
const STORE_SECONDS = 30;

export const listReleases = defineRoute({
  service: 'gateway',
  method: 'GET',
  path: '/api/admin/releases',
  summary: 'What is released now',
  access: 'publisher',
  replies: {
    200: z.object({
      revision: z.int(),
      apps: z.array(
        z.object({
          name: z.string(),
          stable: z.string(),
          lastGood: z.string().nullable(),
          canary: z.object({ version: z.string(), percent: z.number(), group: z.string() }).nullable(),
          routes: z.array(z.string()),
        }),
      ),
    }),
  },
  errors: ['FORBIDDEN'],
});

export const listReleaseHistory = defineRoute({
  service: 'gateway',
  method: 'GET',
  path: '/api/admin/releases/history',
  summary: 'Every revision, newest first; none is ever changed',
  access: 'publisher',
  query: z.object({
    app: AppName.optional(),
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  replies: {
    200: z.object({
      entries: z.array(
        z.object({
          revision: z.int(),
          at: z.iso.datetime(),
          by: z.string(),
          /**
           * One of RELEASE_ACTIONS, or an action of a later version, so that the history stays readable after a
           * downgrade.
           */
          action: z.string(),
          apps: z.array(z.string()),
          /** Every build served at this revision, as `name@version`. */
          builds: z.array(z.string()),
          note: z.string(),
          /**
           * Evidence for an automatic rollback: visitors who saw failures in the hour before, and some of the
           * reported errors.
           */
          evidence: z
            .object({
              visitors: z.int(),
              networks: z.int(),
              loads: z.int(),
              messages: z.array(z.string()),
            })
            .optional(),
        }),
      ),
    }),
  },
  errors: ['FORBIDDEN'],
});

const Vital = z.object({ p75: z.number(), samples: z.int() });

/** Health of one version of an app, with the last hour by minute. */
export const VersionHealth = z.object({
  version: z.string(),
  channel: z.enum(['stable', 'canary', 'previous']),
  percent: z.number(),
  loads: z.int(),
  errors: z.int(),
  errorRate: z.number(),
  /** By name: LCP, INP and TTFB in milliseconds, CLS as a score. */
  vitals: z.record(z.string(), Vital),
  minutes: z.array(
    z.object({ at: z.iso.datetime(), loads: z.int(), errors: z.int(), vitals: z.record(z.string(), Vital) }),
  ),
});
export type VersionHealth = z.infer<typeof VersionHealth>;

export const getReleasedBuild = defineRoute({
  service: 'gateway',
  method: 'GET',
  path: '/api/admin/releases/:app/:version/build',
  summary: 'What a released build consists of: its `release.json`',
  access: 'publisher',
  params: z.object({ app: AppName, version: Version }),
  replies: { 200: BuildManifest },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
});

export const getReleaseStatus = defineRoute({
  service: 'gateway',
  method: 'GET',
  path: '/api/admin/releases/status',
  summary: 'Loads, errors and Web Vitals of every served version',
  access: 'publisher',
  replies: {
    200: z.object({
      revision: z.int(),
      apps: z.array(z.object({ name: z.string(), versions: z.array(VersionHealth) })),
    }),
  },
  errors: ['FORBIDDEN'],
});

export const uploadReleaseFile = defineRoute({
  service: 'gateway',
  method: 'PUT',
  path: '/api/admin/releases/:app/:version/files',
  summary: 'Keeps one file of a build at its immutable path; the body is the file itself',
  access: 'publisher',
  freshSession: true,
  params: z.object({ app: AppName, version: Version }),
  query: z.object({ path: BuildManifest.shape.entry }),
  bodyType: 'raw',
  bodyLimit: LARGEST_FILE,
  timeoutSeconds: STORE_SECONDS,
  replies: { 200: z.object({ integrity: z.string(), isNew: z.boolean() }) },
  errors: ['FORBIDDEN', 'RELEASE_REFUSED', 'PAYLOAD_TOO_LARGE'],
  unaudited: 'A file is in use once its build is published, and that leaves an entry.',
});

export const publishRelease = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: '/api/admin/releases',
  summary: 'Releases uploaded builds, all of them at once or none',
  access: 'publisher',
  freshSession: true,
  body: z.strictObject({
    /** The `release.json` of each build. */
    builds: z.array(BuildManifest).min(1).max(20),
    /** Percentage of visitors. All visitors if absent. */
    canary: z.number().min(0.01).max(100).optional(),
    ...Expected,
  }),
  bodyLimit: 2 * 1024 * 1024,
  timeoutSeconds: STORE_SECONDS,
  replies: { 201: Released },
  errors: ['FORBIDDEN', 'RELEASE_REFUSED', 'RELEASE_CONFLICT'],
});

/** Only an address of the visitor's own machine, because a page in production must not load from others. */
export const LocalAddress = z.url().regex(/^http:\/\/(?:localhost|127\.0\.0\.1):[1-9]\d{1,4}$/);

export const createPreview = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: '/api/admin/releases/preview',
  summary: 'A link that shows a build to the signed-in developer who opens it, and to nobody else',
  access: 'publisher',
  freshSession: true,
  body: z.strictObject({
    /** Its `release.json`. */
    build: BuildManifest,
    /** Origin on a developer's machine. Absent for an uploaded build. */
    address: LocalAddress.optional(),
  }),
  bodyLimit: 2 * 1024 * 1024,
  timeoutSeconds: STORE_SECONDS,
  replies: { 201: z.object({ url: z.string(), expiresAt: z.iso.datetime() }) },
  errors: ['FORBIDDEN', 'RELEASE_REFUSED'],
});

export const promoteRelease = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: '/api/admin/releases/promote',
  summary: 'Gives canaries to everybody; those that went out together go on together',
  access: 'publisher',
  body: z.strictObject({ apps: AppNames, ...Expected }),
  freshSession: true,
  replies: { 200: Released },
  errors: ['FORBIDDEN', 'RELEASE_REFUSED', 'RELEASE_CONFLICT'],
});

export const rollbackRelease = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: '/api/admin/releases/rollback',
  summary: 'Takes canaries back; where an app has none, its stable build of before, or the version named',
  access: 'publisher',
  body: z.strictObject({ apps: AppNames, version: Version.optional(), ...Expected }),
  freshSession: true,
  timeoutSeconds: STORE_SECONDS,
  replies: { 200: Released },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RELEASE_REFUSED', 'RELEASE_CONFLICT'],
});

export const retireRelease = defineRoute({
  service: 'gateway',
  method: 'POST',
  path: '/api/admin/releases/retire',
  summary:
    'Takes remotes out of what is released: their pages and places are free again. A rollback to a version brings one back',
  access: 'publisher',
  body: z.strictObject({ apps: AppNames, ...Expected }),
  freshSession: true,
  replies: { 200: Released },
  errors: ['FORBIDDEN', 'RELEASE_REFUSED', 'RELEASE_CONFLICT'],
});

const AutomaticRollback = z.object({
  paused: z.boolean(),
  /** User who changed it last. Null if it was never changed. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
});

export const getAutomaticRollback = defineRoute({
  service: 'gateway',
  method: 'GET',
  path: '/api/admin/releases/automatic-rollback',
  summary: 'Whether releases that fail for many visitors are rolled back without a person',
  access: 'publisher',
  replies: { 200: AutomaticRollback },
  errors: ['FORBIDDEN'],
});

export const setAutomaticRollback = defineRoute({
  service: 'gateway',
  method: 'PUT',
  path: '/api/admin/releases/automatic-rollback',
  summary: 'Pauses or resumes automatic rollback of every app',
  access: 'publisher',
  freshSession: true,
  body: z.strictObject({ paused: z.boolean() }),
  replies: { 200: AutomaticRollback },
  errors: ['FORBIDDEN'],
});
