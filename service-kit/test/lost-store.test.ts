import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { defineEvent } from '@leadping/contracts/event';
import { Schema, type Model } from 'mongoose';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { startNats, type Nats } from '../../dev/nats/src/start-nats.ts';
import { BaseConfig } from '../src/config.ts';
import { addOutbox, outboxEntry, type OutboxEntry } from '../src/outbox.ts';
import { buildService, type Kit, type Service } from '../src/service.ts';
import { dropStack, testConfig, until } from './harness.ts';

const thingMade = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.thing.made',
  version: 1,
  payload: z.object({ thingId: z.string() }),
});

interface Thing {
  _id: string;
  outbox?: OutboxEntry[];
}

jest.setTimeout(120_000);

describe('NATS is killed and comes back without its store', () => {
  let folder: string;
  let nats: Nats;
  let config: BaseConfig;
  let producer: Service;
  let producing: Kit<BaseConfig>;
  let consumer: Service | undefined;
  let things: Model<Thing>;
  let handled: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lost-store-'));
    nats = await startOwnNats(folder);
    config = testConfig(BaseConfig, { NATS_URL: nats.url });
    handled = [];
    producer = await buildService({
      name: 'svc-commerce',
      config,
      setUp: (kit) => {
        producing = kit;
        const schema = new Schema<Thing>({ _id: String });
        addOutbox(schema);
        things = kit.database.model<Thing>('Thing', schema);
        kit.relay.watch(things as never);
      },
    });
  });
  afterAll(async () => {
    await Promise.all([producer.close(), consumer?.close()]);
    await dropStack(config);
    await nats.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const startConsumer = () =>
    buildService({
      name: 'svc-licensing',
      config,
      setUp: (kit) => kit.consume(thingMade, async ({ thingId }) => void handled.push(thingId)),
    });
  const make = async (ids: string[]) => {
    await things.create(
      ids.map((id) => ({ _id: id, outbox: [outboxEntry(thingMade, `made:${id}`, { thingId: id })] })),
    );
    producing.relay.flush();
    const waiting = { 'outbox.at': { $gt: new Date(0) } };
    await until(async () => (await things.collection.countDocuments(waiting)) === 0);
  };
  const loseStore = async () => {
    const killed = nats.pid();
    await rename(join(folder, 'nats/store'), join(folder, `lost-${killed}`));
    process.kill(killed, 'SIGKILL');
    await until(() => nats.pid() !== killed);
  };
  const named = (name: string) => Array.from({ length: 20 }, (_, index) => `${name}-${index}`);

  it('what it had acknowledged and nobody had read is told again', async () => {
    await make(named('unread'));
    await loseStore();
    consumer = await startConsumer();
    await until(() => named('unread').every((id) => handled.includes(id)));
  });

  it('consumers that were reading read on, each event once', async () => {
    await make(named('before'));
    await until(() => named('before').every((id) => handled.includes(id)));
    await loseStore();
    await make(named('after'));
    await until(() => named('after').every((id) => handled.includes(id)), 60);
    expect(handled.filter((id) => id.startsWith('after'))).toHaveLength(20);
  });
});

/** A server of this test alone, whatever server the other tests share. */
async function startOwnNats(folder: string): Promise<Nats> {
  const shared = process.env.NATS_URL;
  delete process.env.NATS_URL;
  try {
    return await startNats({ dataFolder: join(folder, 'nats'), onProgress: () => undefined });
  } finally {
    process.env.NATS_URL = shared;
  }
}
