/** What the process of the gateway is started with. */
export interface ServeOptions {
  engineFolder: string;
  dataFolder: string;
  port: number;
  ephemeral: boolean;
  cursorLifetimeMs?: number;
  transactionLifetimeMs?: number;
  cleanUpEveryMs?: number;
}

/** What it tells whoever started it. */
export type ServeMessage =
  { kind: 'ready'; port: number } | { kind: 'engine-up'; pid: number } | { kind: 'failed'; reason: string };
