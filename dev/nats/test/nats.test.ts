import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import type { Nats } from '../src/nats.ts';
import { startNats } from '../src/start-nats.ts';

const cacheFolder = join(import.meta.dirname, '../../../.data/engine');
const canRun = Boolean(await findExecutable('nats-server')) || Boolean(await findExecutable('dpkg-deb'));
const whereItRuns = canRun ? it : it.skip;

describe('the NATS server of the local stack', () => {
  const environment = { ...process.env };
  let folder: string;
  let progress: string[];
  let started: Nats[];
  let connections: NatsConnection[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nats-'));
    progress = [];
    started = [];
    connections = [];
    delete process.env.NATS_URL;
  });
  afterEach(async () => {
    process.env = { ...environment };
    await Promise.all(connections.map((each) => each.close()));
    await Promise.all(started.map((each) => each.stop()));
    await rm(folder, { recursive: true, force: true });
  }, 30_000);

  const start = async (options: { cacheFolder?: string; ephemeral?: boolean; dataFolder?: string } = {}) => {
    const onProgress = (line: string) => progress.push(line);
    const nats = await startNats({ dataFolder: join(folder, 'data'), cacheFolder, onProgress, ...options });
    started.push(nats);
    return nats;
  };
  const open = async ({ url }: Nats) => {
    const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    connections.push(connection);
    return connection;
  };
  const addStream = async (connection: NatsConnection) => {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'orders', subjects: ['orders.>'], storage: StorageType.File });
  };
  const countMessages = async (connection: NatsConnection) => {
    const manager = await jetstreamManager(connection);
    return (await manager.streams.info('orders')).state.messages;
  };

  it('is the one at NATS_URL, if that is set', async () => {
    process.env.NATS_URL = 'nats://events.example:4222';

    expect(await start()).toMatchObject({ url: 'nats://events.example:4222', provider: 'NATS_URL' });
    expect(progress).toEqual(['NATS: NATS_URL']);
  });

  whereItRuns(
    'is else the nats-server on the PATH',
    async () => {
      const fetched = await start({ dataFolder: join(folder, 'first') });
      const program = (await findExecutable('nats-server')) ?? join(cacheFolder, 'nats-server/nats-server');
      await mkdir(join(folder, 'bin'));
      await writeFile(join(folder, 'bin/nats-server'), `#!/bin/sh\nexec '${program}' "$@"\n`);
      await chmod(join(folder, 'bin/nats-server'), 0o755);
      process.env.PATH = `${join(folder, 'bin')}:${process.env.PATH}`;
      const installed = await start({ dataFolder: join(folder, 'second') });

      expect(installed.provider).toBe('nats-server on the PATH');
      expect(installed.url).not.toBe(fetched.url);
      await (await open(installed)).flush();
    },
    60_000,
  );

  it('is reported as unavailable in one message with all three providers', async () => {
    process.env.PATH = join(folder, 'nothing');
    const failure = await start({ cacheFolder: join(folder, 'cache') }).catch((error: unknown) =>
      String(error),
    );

    expect(failure).toMatch(/1\. NATS_URL[^]*2\. nats-server on the PATH[^]*3\. Debian's package/);
  });

  whereItRuns(
    'keeps its streams over a stop and a start',
    async () => {
      const first = await start();
      const connection = await open(first);
      await addStream(connection);
      await jetstream(connection).publish('orders.paid', 'one');
      await connection.close();
      await first.stop();

      const second = await start();
      expect(await countMessages(await open(second))).toBe(1);
    },
    60_000,
  );

  whereItRuns(
    'loses no acknowledged message to kill -9, and comes back on its port',
    async () => {
      const nats = await start();
      const connection = await open(nats);
      await addStream(connection);
      const publisher = jetstream(connection);
      let acknowledged = 0;
      for (let round = 0; round < 2; round++) {
        for (let message = 0; message < 50; message++) {
          await publisher.publish('orders.paid', `${round}-${message}`);
          acknowledged += 1;
        }
        const pid = nats.pid();
        const disconnected = new Promise<void>((resolve) => {
          void (async () => {
            for await (const status of connection.status()) if (status.type === 'reconnect') return resolve();
          })();
        });
        process.kill(pid, 'SIGKILL');
        await disconnected;
        expect(nats.pid()).not.toBe(pid);
      }

      expect(await countMessages(connection)).toBeGreaterThanOrEqual(acknowledged);
    },
    60_000,
  );

  whereItRuns(
    'is restarted in order on the same port and store',
    async () => {
      const nats = await start();
      const connection = await open(nats);
      await addStream(connection);
      await jetstream(connection).publish('orders.paid', 'one');
      const { url } = nats;
      const pid = nats.pid();
      await nats.restart();

      expect(nats.url).toBe(url);
      expect(nats.pid()).not.toBe(pid);
      expect(await countMessages(await open(nats))).toBe(1);
    },
    60_000,
  );

  whereItRuns(
    'does not crash from bytes that are no protocol',
    async () => {
      const nats = await start({ ephemeral: true });
      const pid = nats.pid();
      const port = Number(new URL(nats.url).port);
      const hostile = [
        randomBytes(2000),
        Buffer.from('CONNECT {"verbose": \r\n'),
        Buffer.from(`PUB a ${'9'.repeat(30)}\r\n`),
        Buffer.from(`PUB ${'x'.repeat(10_000)} 1\r\na\r\n`),
        Buffer.from('PUB $JS.API.STREAM.CREATE.x 5\r\n{{{{{\r\n'),
        Buffer.from('\0\r\n'.repeat(500)),
      ];
      for (const bytes of hostile) {
        await new Promise<void>((resolve) => {
          const socket = connectSocket(port, '127.0.0.1').on('error', () => undefined);
          socket.resume().end(bytes);
          socket.once('close', () => resolve());
        });
      }

      expect(nats.pid()).toBe(pid);
      await (await open(nats)).flush();
    },
    60_000,
  );

  whereItRuns(
    'is not shared by two stacks',
    async () => {
      await start();

      await expect(start()).rejects.toThrow('another local stack is using');
    },
    60_000,
  );
});
