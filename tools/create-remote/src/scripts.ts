/** Prefix of scripts that load TypeScript configuration and our packages from their sources. */
export const FROM_SOURCES = "NODE_OPTIONS='--import tsx --conditions=source'";
