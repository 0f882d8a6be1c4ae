/** Replaces the library's snapshot handler. It has no plugin hooks and no manifests. */
export class SnapshotHandler {
  readonly manifestCache = new Map();
  readonly hooks = { applyPlugin: () => undefined, removePlugin: () => undefined };
}

export const getGlobalRemoteInfo = () => ({});
export const formatPreloadArgs = () => [];
export const preloadAssets = () => Promise.resolve([]);
/** Only imported by library modules that the bundle excludes too. */
export const defaultPreloadArgs = {};
export const normalizePreloadExposes = () => [];
