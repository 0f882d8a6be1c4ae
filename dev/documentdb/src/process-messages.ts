/** Start options of the gateway process. */
export interface ServeOptions {
  engineFolder: string;
  dataFolder: string;
  port: number;
  ephemeral: boolean;
  cursorLifetimeMs?: number;
  transactionLifetimeMs?: number;
  cleanUpEveryMs?: number;
}

/** Messages from the gateway process to its parent. */
export type ServeMessage =
  { kind: 'ready'; port: number } | { kind: 'engine-up'; pid: number } | { kind: 'failed'; reason: string };
