/** Has no hooks that a plugin could tap, and no manifests. */
export class SnapshotHandler {
  readonly manifestCache = new Map();
  readonly hooks = { applyPlugin: () => undefined, removePlugin: () => undefined };
}

export const getGlobalRemoteInfo = () => ({});
export const formatPreloadArgs = () => [];
export const preloadAssets = () => Promise.resolve([]);
/** Named by modules of the library that the bundle leaves out in turn. */
export const defaultPreloadArgs = {};
export const normalizePreloadExposes = () => [];
