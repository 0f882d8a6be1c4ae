/**
 * Shared parts that the shell builds and remotes load on demand. Listing them here makes them chunks of the shell.
 * @public No module imports it. The export keeps the bundler from dropping the list.
 */
export const lazyParts = [
  () => import('@leadping/web-kit/ui/core'),
  () => import('@leadping/web-kit/ui/menu'),
  () => import('@leadping/web-kit/ui/form'),
  () => import('@leadping/web-kit/ui/data'),
  () => import('@leadping/web-kit/ui/tooltip'),
];
