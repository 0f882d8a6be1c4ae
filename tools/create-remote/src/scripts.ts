/** Begins a script: it loads the configuration, which is TypeScript, and packages of ours from their sources. */
export const FROM_SOURCES = "NODE_OPTIONS='--import tsx --conditions=source'";
