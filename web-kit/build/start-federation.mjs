/**
 * Replaces the start-up code that rspack generates for every federated build by a call of the shell's runtime
 * (`src/federation/start-build.ts`), which does the same for all of them. The constants before it stay as generated.
 */
export default function startFederation(source) {
  const at = source.indexOf('const runtimeRequire');
  if (at < 0) throw new Error('rspack generates another start of federation than the one known here');
  return `${source.slice(0, at)}
__module_federation_bundler_runtime__.startBuild({
  webpackRequire: __webpack_require__,
  name: __module_federation_container_name__,
  shareStrategy: __module_federation_share_strategy__,
});`;
}
