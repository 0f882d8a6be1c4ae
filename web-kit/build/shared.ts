import { satisfy } from '@module-federation/enhanced/runtime';

/**
 * The only list of what the shell shares with the remotes. `eager` parts are in the shell's first file. `lazy` parts
 * are chunks of the shell that load when a remote first needs them. Remotes bundle none of them (`import: false`), so
 * there is one React, one router, one query cache and one antd for all remotes on the page.
 */
export const EAGER_SHARES = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  '@leadping/web-kit/router',
  '@leadping/web-kit/query',
  '@leadping/web-kit/shell',
] as const;

export const LAZY_SHARES = [
  '@leadping/web-kit/ui/core',
  '@leadping/web-kit/ui/menu',
  '@leadping/web-kit/ui/form',
  '@leadping/web-kit/ui/data',
  '@leadping/web-kit/ui/tooltip',
] as const;

export const SHARES = [...EAGER_SHARES, ...LAZY_SHARES];

type PackageOf<Share extends string> = Share extends `@${infer Scope}/${infer Name}/${string}`
  ? `@${Scope}/${Name}`
  : Share extends `${infer Name}/${string}`
    ? Name
    : Share;

/** The package of a shared part. All parts of a package have its version. */
export const packageOf = (share: string) =>
  share
    .split('/')
    .slice(0, share.startsWith('@') ? 2 : 1)
    .join('/');

/** Ranges that a remote accepts instead of the default range of its build, during a major upgrade. */
export type Accepts = Partial<Record<PackageOf<(typeof SHARES)[number]>, string>>;

/**
 * The same minor version or a newer one, up to the next major. For 0.x only this minor version, because each minor may
 * break. A build with a prerelease accepts that prerelease.
 */
const caretOf = (version: string) =>
  `^${version.split('.', 2).join('.')}.0${version.includes('-') ? '-0' : ''}`;

/**
 * @throws if a range excludes the version that the remote is built and tested with, or names a package that is not
 * shared
 */
function checkAccepts(accepts: Accepts, versionOf: (name: string) => string): void {
  const packages = new Set(SHARES.map(packageOf));
  for (const [name, range] of Object.entries(accepts)) {
    if (!packages.has(name))
      throw new Error(`accepts: ${name} is not shared by the shell. Shared are ${[...packages].join(', ')}.`);
    const built = versionOf(name);
    if (!satisfy(built, range))
      throw new Error(`accepts: ${name} ${range} leaves out ${built}, which this remote is built with.`);
  }
}

/** The versions of the shared packages that the shell provides, for its `release.json`. */
export const providedVersions = (versionOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(SHARES.map((name) => [name, versionOf(name)]));

/** The ranges of the shared packages that a remote accepts, for its `release.json`. */
export function acceptedRanges(
  versionOf: (name: string) => string,
  accepts: Accepts = {},
): Record<string, string> {
  checkAccepts(accepts, versionOf);
  const declared: Record<string, string> = accepts;
  return Object.fromEntries(
    SHARES.map((name) => [name, declared[packageOf(name)] ?? caretOf(versionOf(name))]),
  );
}

export const eagerShareMessage = (remote: string, share = '') =>
  `${remote}: src/remote.tsx takes ${share} itself, before the shell has provided it. Import it in a page, and the page by import().`;

interface Share {
  singleton: true;
  eager: boolean;
  version?: string;
  requiredVersion: string | false;
  import?: false;
}

/**
 * The `shared` option of the federation plugin, for the shell or for a remote. The registry compares ranges with the
 * shell's versions before anything is loaded. The library therefore gets only the ranges that a remote declares.
 */
export function sharesOf(
  app: 'shell' | 'remote',
  versionOf: (name: string) => string,
  accepts: Accepts = {},
): Record<string, Share> {
  checkAccepts(accepts, versionOf);
  const declared: Record<string, string> = accepts;
  const share = (name: string, eager: boolean): [string, Share] => [
    name,
    {
      singleton: true,
      eager: eager && app === 'shell',
      requiredVersion: declared[packageOf(name)] ?? false,
      ...(app === 'shell' ? { version: versionOf(name) } : { import: false }),
    },
  ];
  return Object.fromEntries([
    ...EAGER_SHARES.map((name) => share(name, true)),
    ...LAZY_SHARES.map((name) => share(name, false)),
  ]);
}
