export interface StoredFile {
  /** As in `mfe-admin/2.3.1/remoteEntry.1a2b3c4d.js`. */
  key: string;
  storedAt: Date;
}

/** Where files are kept that are served as they are: the one port behind which a folder and a bucket look the same. */
export interface FileStore {
  read: (key: string) => Promise<Buffer | null>;
  /** Whole or not at all: a reader never sees half a file. */
  write: (key: string, bytes: Buffer) => Promise<void>;
  list: (prefix: string) => Promise<StoredFile[]>;
  /** What is not there is removed already. */
  remove: (key: string) => Promise<void>;
}
