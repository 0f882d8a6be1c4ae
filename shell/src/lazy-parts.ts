/**
 * Shared parts that the shell builds and remotes load on demand. Named here so that they become chunks of the shell.
 * @public Nobody imports it: the export keeps the bundler from dropping the list.
 */
export const lazyParts = [
  () => import('@leadping/web-kit/ui/core'),
  () => import('@leadping/web-kit/ui/menu'),
  () => import('@leadping/web-kit/ui/form'),
  () => import('@leadping/web-kit/ui/data'),
  () => import('@leadping/web-kit/ui/tooltip'),
];
