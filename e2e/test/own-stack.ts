import { ROOT } from '@leadping/dev-stack/root';
import { beginStack, type Stack, type StackOptions } from '@leadping/dev-stack/stack';
import { printedSteps } from '@leadping/dev-stack/steps';
import { test } from '@playwright/test';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Connection } from 'mongoose';

/** A platform for one group of tests, which may break it. Available from the first test on. */
export interface OwnStack {
  readonly stack: Stack;
  /** Folder of its data and its log, kept with `KEEP_LOGS`. */
  readonly folder: string;
  /** @param service such as `licensing` */
  databaseOf: (service: string) => Connection;
}

type OwnOptions = Pick<StackOptions, 'env' | 'instances' | 'natsCluster'> &
  Partial<Pick<StackOptions, 'onLine'>>;

/** Starts a stack before the tests of this `describe` and stops it after them. */
export function useOwnStack(name: string, options: OwnOptions = {}): OwnStack {
  const prefix = `${name}${process.pid}`;
  let running: { stack: Stack; folder: string; database: Connection } | undefined;
  let stop: () => Promise<void> = async () => {};
  const current = () => {
    if (!running) throw new Error(`the stack ${name} is not started`);
    return running;
  };

  test.beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), `leadping-${name}-`));
    const log = createWriteStream(join(folder, 'stack.log'));
    const beginning = beginStack({
      root: ROOT,
      dataFolder: folder,
      port: 0,
      sandboxPort: 0,
      prefix,
      steps: printedSteps((line) => console.log(line)),
      onLine: (process, line) => log.write(`${new Date().toISOString()} ${process} ${line}\n`),
      ...options,
    });
    stop = async () => {
      await beginning.stop();
      log.end();
      if (!process.env.KEEP_LOGS) await rm(folder, { recursive: true, force: true });
    };
    const stack = await beginning.started;
    running = { stack, folder, database: await mongoose.createConnection(stack.database.uri).asPromise() };
  });
  test.afterAll(async () => {
    await running?.database.close();
    await stop();
  });

  return {
    get stack() {
      return current().stack;
    },
    get folder() {
      return current().folder;
    },
    databaseOf: (service) => current().database.useDb(`${prefix}-${service}`),
  };
}
