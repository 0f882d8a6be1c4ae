import type { BaseConfig } from '@leadping/service-kit/process/config';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import mongoose from 'mongoose';
import { closeTestStreams } from './test-streams.ts';

/** Removes the databases and streams of the stack under test. Call it after the services are closed. */
export async function dropStack(config: BaseConfig): Promise<void> {
  await closeTestStreams(config);
  await Promise.all([dropDatabases(config), dropStreams(config)]);
}

async function dropDatabases(config: BaseConfig): Promise<void> {
  const connection = await mongoose.createConnection(config.MONGODB_URI).asPromise();
  const { databases } = await connection.getClient().db('admin').admin().listDatabases({ nameOnly: true });
  const own = databases.filter(
    ({ name }) => config.DATABASE_PREFIX && name.startsWith(config.DATABASE_PREFIX),
  );
  for (const { name } of own) await connection.useDb(name).dropDatabase();
  await connection.close();
}

/**
 * Simulates that NATS loses its store: every stream of this stack, its pending events and its known message ids.
 * `openTestStreams` recreates the streams.
 */
export async function dropStreams(config: BaseConfig): Promise<void> {
  if (!config.NATS_PREFIX) return;
  const nc = await connect({ servers: config.NATS_URL.split(',') });
  const manager = await jetstreamManager(nc);
  for await (const name of manager.streams.names()) {
    if (name.startsWith(`${config.NATS_PREFIX}-`)) await manager.streams.delete(name);
  }
  await nc.close();
}
