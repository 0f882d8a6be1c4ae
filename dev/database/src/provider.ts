export interface DatabaseOptions {
  /** Where the database keeps its files; each provider has a folder of its own in it. */
  dataFolder: string;
  /** Where downloaded programs are kept, for every data folder; by default `.data/engine` of this repository. */
  cacheFolder?: string;
  /** An empty database that is removed when it is stopped. */
  ephemeral?: boolean;
  /** The port to listen on; by default a free one. */
  port?: number;
  onProgress(line: string): void;
}

export interface Database {
  /** A replica set's address: transactions and retryable writes work. It names no database. */
  uri: string;
  /** Which of the four ways was taken. */
  provider: string;
  /**
   * Numbers of the processes at this moment, for tests that kill them; each comes back by itself. Nothing for a
   * database that is not ours.
   */
  pids(): Record<string, number>;
  stop(): Promise<void>;
}

/** The settings of a provider, with its folder chosen and held. */
export interface ProviderSettings {
  dataFolder: string;
  cacheFolder: string;
  ephemeral: boolean;
  port: number | undefined;
  onProgress(line: string): void;
}

/** One way to have a database. */
export interface Provider {
  name: string;
  /** Its folder in the data folder. */
  folder: string;
  /** What the user would have to do for this way to be open, for the message when none is. */
  remedy: string;
  /** Starts it, or says why this way is closed. */
  start(settings: ProviderSettings): Promise<Omit<Database, 'provider'> | { unavailable: string }>;
}
