import { z } from 'zod';
import { Role } from './actor.ts';

export const RemoteName = z.string().regex(/^mfe-[a-z][a-z0-9-]{1,40}$/);

/** A path as the router reads it: `/r/:slug`, `/reseller-dashboard/*`. */
export const PathPattern = z
  .string()
  .max(200)
  .regex(/^\/\*?$|^(?:\/(?::[a-zA-Z]+|[a-z0-9-]+))+(?:\/\*)?$/);

/** One entry of a remote's route table: data only, so that the build can publish it. */
export const RouteEntry = z.object({
  path: PathPattern,
  /** The page that shows it: a file `src/routes/<page>.tsx` with a default export. */
  page: z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/),
  /** The roles that may see it; the shell sends others away. Everyone where it is absent. */
  roles: z.array(Role).readonly().optional(),
});
export type RouteEntry = z.infer<typeof RouteEntry>;

/** A page that a remote shows inside a dashboard of another one, as a tab of it: data only, too. */
export const ViewEntry = z.object({
  /** The dashboard, by the name that it asks the shell with. */
  slot: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/),
  /** The part of the address that is the view's; nobody else's in the slot. */
  slug: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/),
  label: z.string().min(1).max(40),
  page: RouteEntry.shape.page,
  roles: z.array(Role).readonly(),
});
export type ViewEntry = z.infer<typeof ViewEntry>;

const Version = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/i);
/** A file's hash as browsers check it. Builds write SHA-256: its table in each entry file is a third shorter. */
const Integrity = z.string().regex(/^(?:sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64})$/);

/**
 * A file's path inside the build: folders without a dot (but `.well-known`), then a name with an extension, so that no
 * path is a file in one build and a folder in the next upload, and none climbs.
 */
const BuildPath = z
  .string()
  .max(200)
  .regex(
    /^(?:\.?[A-Za-z0-9_~@-]+\/)*[A-Za-z0-9_~@-][A-Za-z0-9_~@.-]*$/,
    'must be folders and a name of letters, digits, _, ~, @ and -',
  )
  .refine((path) => /[^./]\.[A-Za-z0-9]+$/.test(path), 'must have an extension');

/** How a browser loads the entry file: as a classic script, or by `import()` as an ES module. */
const EntryFormat = z.enum(['script', 'module']);

const BuiltFile = z.object({ path: BuildPath, integrity: Integrity, bytes: z.int().nonnegative() });

/**
 * `release.json`, what a build of the shell or of a remote says of itself. The registry checks every file against its
 * hash before it publishes the build.
 */
export const BuildManifest = z.object({
  schema: z.literal(1),
  name: z.union([RemoteName, z.literal('shell')]),
  version: Version,
  contract: z.int().positive(),
  /** The file that the page loads first. */
  entry: BuildPath,
  /** Absent in builds from before there were modules. */
  format: EntryFormat.default('script'),
  files: z.array(BuiltFile),
  /** Files that every page of the app loads, the entry first. */
  preload: z.array(BuildPath),
  routes: z.array(
    z.object({
      ...RouteEntry.shape,
      /** Files that this page loads besides. */
      preload: z.array(BuildPath),
      /** Shared parts of the shell that this page loads besides, by name in the shell's `provides`. */
      needs: z.array(z.string()),
    }),
  ),
  /** Absent in builds from before there were views. */
  views: z.array(ViewEntry).default([]),
  /** Shared parts that the app takes from the shell. */
  needs: z.array(z.string()),
  /** Shared packages: the version that the shell provides, or the range that a remote accepts. Absent in older builds. */
  shared: z.record(z.string(), z.string()).default({}),
  /** Shared parts of the web kit: the names that the shell exports, or those that a remote imports. Absent in older builds. */
  sharedNames: z.record(z.string(), z.array(z.string())).default({}),
  /** Shared parts that the shell loads on demand, each with its files; empty for a remote. */
  provides: z.record(z.string(), z.array(BuildPath)),
});
export type BuildManifest = z.infer<typeof BuildManifest>;

export const PreloadedFile = z.object({ href: z.string(), integrity: Integrity });
export type PreloadedFile = z.infer<typeof PreloadedFile>;

/** One remote as the page needs it to load. */
export const ReleasedRemote = z.object({
  version: Version,
  contract: z.int().positive(),
  entry: z.string(),
  integrity: Integrity,
  /** Absent where it is a script. */
  format: EntryFormat.optional(),
  preload: z.array(PreloadedFile),
  routes: z.array(PathPattern),
  /** Absent in documents from before there were views. */
  views: z.array(ViewEntry.omit({ page: true })).optional(),
});
export type ReleasedRemote = z.infer<typeof ReleasedRemote>;

/** The release document: what the gateway writes into each page and serves at `/remotes.json`. */
export const ReleaseDocument = z.object({
  schema: z.literal(1),
  revision: z.int().nonnegative(),
  remotes: z.record(RemoteName, ReleasedRemote),
});
export type ReleaseDocument = z.infer<typeof ReleaseDocument>;
