export interface NatsOptions {
  /** The folder of JetStream's streams. */
  dataFolder: string;
  /** The folder of a downloaded server. Default: `.data/engine` of this repository. */
  cacheFolder?: string;
  /** An empty store that is removed when the server is stopped. */
  ephemeral?: boolean;
  /** A configuration with users, and the environment variables with their passwords. */
  users?: { configFile: string; env: Record<string, string> };
  /** The port to listen on. Default: a free one. */
  port?: number;
  /** Free space required to restart a server after a full disk. Default: the size of the platform's streams. */
  minFreeBytes?: number;
  onProgress(line: string): void;
}

export interface Nats {
  url: string;
  /** Whether the requested users exist. An external server has its own users. */
  hasUsers: boolean;
  /** The selected provider. */
  provider: string;
  /** The current process id, 0 for an external server. A killed server is restarted with another id. */
  pid(): number;
  /** Shuts the server down cleanly and starts it with the same store and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}
