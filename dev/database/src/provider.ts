export interface DatabaseOptions {
  /** Folder of the database's files. Each provider has its own subfolder. */
  dataFolder: string;
  /** Folder of downloaded programs, shared by all data folders. Default: `.data/engine` of this repository. */
  cacheFolder?: string;
  /** An empty database that is removed when it is stopped. */
  ephemeral?: boolean;
  /** The port to listen on. Default: a free one. */
  port?: number;
  onProgress(line: string): void;
}

export interface Database {
  /** The address of a replica set, so that transactions and retryable writes work. It names no database. */
  uri: string;
  /** The selected provider. */
  provider: string;
  /** Current process ids, for tests that kill them. Each process is restarted. Empty for an external database. */
  pids(): Record<string, number>;
  stop(): Promise<void>;
}

/** The settings of a provider, with its folder chosen and locked. */
export interface ProviderSettings {
  dataFolder: string;
  cacheFolder: string;
  ephemeral: boolean;
  port: number | undefined;
  onProgress(line: string): void;
}

/** One way to provide a database. */
export interface Provider {
  name: string;
  /** Its subfolder in the data folder. */
  folder: string;
  /** How the user can make this provider available, for the error message. */
  remedy: string;
  /** Starts the database, or returns the reason why the provider is unavailable. */
  start(settings: ProviderSettings): Promise<Omit<Database, 'provider'> | { unavailable: string }>;
}
