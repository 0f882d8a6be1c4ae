/**
 * The one list of what the shell shares with the remotes. `eager` parts are in the shell's first file, `lazy` ones are
 * chunks of the shell that load when a remote first needs them. Remotes bundle none of them (`import: false`), so there
 * is one React, one router, one query cache and one antd however many remotes are on the page.
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

/**
 * The versions of the shared packages for `release.json`: what the shell provides, or the range that a remote accepts,
 * which is what it was built with and anything newer of the same major version.
 */
export function sharedVersions(
  app: 'shell' | 'remote',
  versionOf: (name: string) => string,
): Record<string, string> {
  const range = app === 'shell' ? '' : '^';
  return Object.fromEntries(
    [...EAGER_SHARES, ...LAZY_SHARES].map((name) => [name, `${range}${versionOf(name)}`]),
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

/** The `shared` option of the federation plugin, for the shell or for a remote. */
export function sharesOf(
  app: 'shell' | 'remote',
  versionOf: (name: string) => string,
): Record<string, Share> {
  const share = (name: string, eager: boolean): [string, Share] => [
    name,
    {
      singleton: true,
      eager: eager && app === 'shell',
      requiredVersion: false,
      ...(app === 'shell' ? { version: versionOf(name) } : { import: false }),
    },
  ];
  return Object.fromEntries([
    ...EAGER_SHARES.map((name) => share(name, true)),
    ...LAZY_SHARES.map((name) => share(name, false)),
  ]);
}
