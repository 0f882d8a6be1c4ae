import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { findExecutable } from '@leadping/dev-machine/find-executable';

interface Started {
  stack: ChildProcess;
  uri: string;
  pids: Record<string, number>;
}

const require = createRequire(import.meta.url);
const loader = pathToFileURL(require.resolve('tsx')).href;
const source = pathToFileURL(join(import.meta.dirname, '../src/start-database.ts')).href;
const onDebian = (await findExecutable('dpkg-deb')) && !(await findExecutable('mongod')) ? it : it.skip;

/** A zombie (`Z`) has ended, but its parent has not waited for it yet. */
const isAlive = (pid: number) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const untilEnded = async (pids: Record<string, number>) => {
  while (Object.values(pids).some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 50));
};

describe('a stack that is killed with -9', () => {
  let folder: string;
  let stacks: ChildProcess[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'killed-'));
    stacks = [];
  });
  afterEach(async () => {
    for (const stack of stacks) {
      if (stack.exitCode !== null || stack.signalCode !== null) continue;
      stack.kill('SIGTERM');
      await once(stack, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const startStack = async (): Promise<Started> => {
    const program = `
      const { startDatabase } = await import('${source}');
      const database = await startDatabase({ dataFolder: '${folder}/data', onProgress() {} });
      console.log(JSON.stringify({ uri: database.uri, pids: database.pids() }));
      process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
      setInterval(() => undefined, 1000);`;
    const { MONGODB_URI: _, ...env } = process.env;
    const stack = spawn(process.execPath, ['--import', loader, '--input-type=module', '-e', program], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    stacks.push(stack);
    const [line] = await once(createInterface({ input: stack.stdout }), 'line');
    return { stack, ...JSON.parse(line) };
  };
  const notes = async <Result>(uri: string, use: (client: MongoClient) => Promise<Result>) => {
    const client = await MongoClient.connect(uri);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  };

  onDebian(
    'takes its database with it, and finds its data when it is started again',
    async () => {
      const first = await startStack();
      await notes(first.uri, (client) => client.db('stack').collection('notes').insertOne({ text: 'kept' }));
      first.stack.kill('SIGKILL');
      await once(first.stack, 'exit');

      const second = await startStack();
      expect(
        await notes(second.uri, (client) => client.db('stack').collection('notes').countDocuments()),
      ).toBe(1);
      await untilEnded(first.pids);

      second.stack.kill('SIGTERM');
      await once(second.stack, 'exit');
      await untilEnded(second.pids);
    },
    300_000,
  );
});
