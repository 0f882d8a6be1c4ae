import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { selfSigned } from '@leadping/test-kit/certificate';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { startOwnNats, type OwnNats } from '@leadping/test-kit/own-nats';
import { closeTestStreams } from '@leadping/test-kit/test-streams';
import { until } from '@leadping/test-kit/until';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { connectDatabase } from '../src/data/database.ts';
import { openBus } from '../src/messaging/bus.ts';
import { outboxEntry } from '../src/messaging/outbox.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService } from '../src/process/service.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';
import { openThingStreams, thingMade, thingModel } from './things.ts';

describe('connections to NATS and the database', () => {
  const plain = testConfig(ServiceConfig);
  let folder: string;
  let caFile: string;
  let otherCaFile: string;
  let nats: OwnNats;
  /** Ends TLS before the database of the tests, as a database with certificates would. */
  let tlsDatabase: Server;
  let bytesReceived = 0;
  let natsUrl: string;
  let databaseUri: (options: string) => string;
  let log: CapturedLog;

  beforeAll(async () => {
    log = captureLog();
    folder = await mkdtemp(join(tmpdir(), 'encrypted-'));
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const { key, cert } = selfSigned(['localhost']);
    caFile = await file('authority.pem', cert);
    otherCaFile = await file('another.pem', selfSigned(['localhost']).cert);
    const keyFile = await file('key.pem', key);
    const configFile = await file(
      'nats.conf',
      `tls { cert_file: ${JSON.stringify(caFile)}, key_file: ${JSON.stringify(keyFile)} }`,
    );
    nats = await startOwnNats({ users: { configFile, env: {} } });
    natsUrl = `tls://localhost:${new URL(nats.url).port}`;

    const target = new URL(plain.MONGODB_URI);
    tlsDatabase = createServer({ key, cert }, (near) => {
      const far = connect(Number(target.port), target.hostname);
      near.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => near.destroy()).on('close', () => near.destroy());
      near.on('data', ({ length }) => (bytesReceived += length));
      near.pipe(far).pipe(near);
    });
    // A client that does not trust the certificate closes the connection.
    tlsDatabase.on('tlsClientError', () => undefined);
    tlsDatabase.listen(0, '127.0.0.1');
    await once(tlsDatabase, 'listening');
    databaseUri = (options) => {
      const uri = new URL(plain.MONGODB_URI);
      uri.host = `localhost:${(tlsDatabase.address() as AddressInfo).port}`;
      return `${uri.href}${uri.search ? '&' : '?'}${options}`;
    };
  });

  afterAll(async () => {
    log.stop();
    await closeTestStreams(plain);
    await dropStack({ ...plain, NATS_PREFIX: '' });
    await nats?.stop();
    tlsDatabase?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are encrypted with certificates of a private authority, and a service works over them', async () => {
    const config = {
      ...plain,
      NATS_URL: natsUrl,
      NATS_CA_FILE: caFile,
      MONGODB_URI: databaseUri(`tls=true&tlsCAFile=${encodeURIComponent(caFile)}`),
    };
    await openThingStreams(config, ['svc-commerce']);
    const handled: string[] = [];
    const service = await buildService({
      name: 'svc-commerce',
      config,
      setUp: async ({ database, relay, consume }) => {
        consume(thingMade, async ({ thingId }) => void handled.push(thingId));
        const things = thingModel(database);
        await things.create({ _id: 'one', outbox: [outboxEntry(thingMade, 'made:one', { thingId: 'one' })] });
        relay.flush(things);
      },
    });
    try {
      await service.listen();
      await until(() => handled.includes('one'));
      expect(bytesReceived).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });

  const natsServers = [
    {
      server: 'whose certificate nobody trusts',
      url: () => natsUrl,
      ca: () => undefined,
      because: /self.signed/i,
    },
    { server: 'of another authority', url: () => natsUrl, ca: () => otherCaFile, because: /self.signed/i },
    {
      server: 'without TLS',
      url: () => plain.NATS_URL.replace('nats://', 'tls://'),
      ca: () => caFile,
      because: /does not support 'tls'/,
    },
  ];

  it.each(natsServers)('are not made to a NATS $server', async ({ url, ca, because }) => {
    const bus = openBus({
      service: 'svc-commerce',
      address: { url: url(), caFile: ca() },
      prefix: plain.NATS_PREFIX,
      log: buildLog({ service: 'svc-commerce', level: 'warn' }),
      metrics: buildMetrics('svc-commerce'),
    });
    const reasons = () =>
      log.find('NATS unavailable, retrying').map(({ err }) => (err as { message: string }).message);
    const before = reasons().length;
    let isConnected = false;
    void bus.connected.then(
      () => (isConnected = true),
      () => undefined,
    );
    await until(() => isConnected || reasons().length > before);
    await bus.close();
    expect(isConnected).toBe(false);
    expect(reasons().slice(before).join('\n')).toMatch(because);
  });

  it('are not made to a database whose certificate is not trusted, or without TLS if TLS is required', async () => {
    const open = (uri: string) =>
      connectDatabase({
        uri,
        name: `${plain.DATABASE_PREFIX}commerce`,
        log: buildLog({ service: 'svc-commerce', level: 'silent' }),
        timeoutMs: 500,
      });
    const before = bytesReceived;
    await expect(open(databaseUri('tls=true'))).rejects.toThrow();
    expect(bytesReceived).toBe(before);
    const separator = plain.MONGODB_URI.includes('?') ? '&' : '?';
    await expect(open(`${plain.MONGODB_URI}${separator}tls=true`)).rejects.toThrow();
  });
});
