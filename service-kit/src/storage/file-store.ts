export interface StoredFile {
  /** For example `mfe-admin/2.3.1/remoteEntry.1a2b3c4d.js`. */
  key: string;
  storedAt: Date;
}

/** Storage of files that are served unchanged. The interface is the same for a folder and a bucket. */
export interface FileStore {
  read: (key: string) => Promise<Buffer | null>;
  /** Atomic: a reader never sees half a file. */
  write: (key: string, bytes: Buffer) => Promise<void>;
  list: (prefix: string) => Promise<StoredFile[]>;
  /** Removing a missing file succeeds. */
  remove: (key: string) => Promise<void>;
}
