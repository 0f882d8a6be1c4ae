/** Replaces the library's snapshot handler. It has no plugin hooks and no manifests. */
export class SnapshotHandler {
  readonly manifestCache = new Map();
  readonly hooks = { applyPlugin: () => undefined, removePlugin: () => undefined };
}

export const getGlobalRemoteInfo = () => ({});
export const formatPreloadArgs = () => [];
export const preloadAssets = () => Promise.resolve([]);
/** Imported by library modules that the bundle also excludes. */
export const defaultPreloadArgs = {};
export const normalizePreloadExposes = () => [];
