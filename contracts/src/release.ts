import { z } from 'zod';
import { Role } from './actor.ts';

export const RemoteName = z.string().regex(/^mfe-[a-z][a-z0-9-]{1,40}$/);

/** A path in the router's syntax: `/r/:slug`, `/reseller-dashboard/*`. */
export const PathPattern = z
  .string()
  .max(200)
  .regex(/^\/\*?$|^(?:\/(?::[a-zA-Z]+|[a-z0-9-]+))+(?:\/\*)?$/);

/** One entry of a remote's route table. It is pure data, so that the build can publish it. */
export const RouteEntry = z.object({
  path: PathPattern,
  /** The page to show: a file `src/routes/<page>.tsx` with a default export. */
  page: z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/),
  /** Roles that may open it. The shell redirects other users. Open to everyone if absent. */
  roles: z.array(Role).readonly().optional(),
});
export type RouteEntry = z.infer<typeof RouteEntry>;

/** A page that a remote contributes as a tab to another remote's dashboard. Pure data as well. */
export const ViewEntry = z.object({
  /** The dashboard, by the name of its slot. */
  slot: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/),
  /** The view's part of the address, unique within the slot. */
  slug: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/),
  label: z.string().min(1).max(40),
  page: RouteEntry.shape.page,
  roles: z.array(Role).readonly(),
});
export type ViewEntry = z.infer<typeof ViewEntry>;

const Version = z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/i);
/**
 * A file's hash in the format of subresource integrity. Builds use SHA-256, because it makes the table in each entry
 * file a third smaller.
 */
const Integrity = z.string().regex(/^(?:sha256-[A-Za-z0-9+/]{43}=|sha384-[A-Za-z0-9+/]{64})$/);

/**
 * A file's path inside the build: folders without a dot (except `.well-known`), then a name with an extension. A path
 * therefore cannot be a file in one build and a folder in another, and cannot leave the build.
 */
const BuildPath = z
  .string()
  .max(200)
  .regex(
    /^(?:\.?[A-Za-z0-9_~@-]+\/)*[A-Za-z0-9_~@-][A-Za-z0-9_~@.-]*$/,
    'must be folders and a name of letters, digits, _, ~, @ and -',
  )
  .refine((path) => /[^./]\.[A-Za-z0-9]+$/.test(path), 'must have an extension');

/** How a browser loads the entry file: as a classic script or with `import()` as an ES module. */
const EntryFormat = z.enum(['script', 'module']);

const BuiltFile = z.object({ path: BuildPath, integrity: Integrity, bytes: z.int().nonnegative() });

/**
 * `release.json`, which describes a build of the shell or of a remote. The registry checks every file against its
 * hash before it publishes the build.
 */
export const BuildManifest = z.object({
  schema: z.literal(1),
  name: z.union([RemoteName, z.literal('shell')]),
  version: Version,
  contract: z.int().positive(),
  /** The file that the page loads first. */
  entry: BuildPath,
  /** Absent in builds from before ES modules were supported. */
  format: EntryFormat.default('script'),
  files: z.array(BuiltFile),
  /** Files that every page of the app loads, the entry first. */
  preload: z.array(BuildPath),
  routes: z.array(
    z.object({
      ...RouteEntry.shape,
      /** Additional files of this page. */
      preload: z.array(BuildPath),
      /** Additional shared packages of the shell that this page loads, by name in the shell's `provides`. */
      needs: z.array(z.string()),
    }),
  ),
  /** Absent in builds from before views were supported. */
  views: z.array(ViewEntry).default([]),
  /** Shared packages that the app takes from the shell. */
  needs: z.array(z.string()),
  /** Shared packages: the version that the shell provides, or the range that a remote accepts. Absent in older builds. */
  shared: z.record(z.string(), z.string()).default({}),
  /**
   * Shared parts of the web kit: the names that the shell exports or that a remote imports. Absent in older builds.
   */
  sharedNames: z.record(z.string(), z.array(z.string())).default({}),
  /** Shared packages that the shell loads on demand, each with its files. Empty for a remote. */
  provides: z.record(z.string(), z.array(BuildPath)),
});
export type BuildManifest = z.infer<typeof BuildManifest>;

export const PreloadedFile = z.object({ href: z.string(), integrity: Integrity });
export type PreloadedFile = z.infer<typeof PreloadedFile>;

/** A released remote with the data for loading it. */
export const ReleasedRemote = z.object({
  version: Version,
  contract: z.int().positive(),
  entry: z.string(),
  integrity: Integrity,
  /** Absent for a script. */
  format: EntryFormat.optional(),
  preload: z.array(PreloadedFile),
  routes: z.array(PathPattern),
  /** Absent in documents from before views were supported. */
  views: z.array(ViewEntry.omit({ page: true })).optional(),
});
export type ReleasedRemote = z.infer<typeof ReleasedRemote>;

/** The release document, which the gateway adds to each page and serves at `/remotes.json`. */
export const ReleaseDocument = z.object({
  schema: z.literal(1),
  revision: z.int().nonnegative(),
  remotes: z.record(RemoteName, ReleasedRemote),
});
export type ReleaseDocument = z.infer<typeof ReleaseDocument>;
