import type { BaseConfig } from '@leadping/service-kit/process/config';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import mongoose from 'mongoose';

/** Removes what the stack under test left behind: its databases and its streams. Call it after the services are closed. */
export async function dropStack(config: BaseConfig): Promise<void> {
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

/** NATS loses its store: every stream of this stack, what waits in them and which messages they know. */
export async function dropStreams(config: BaseConfig): Promise<void> {
  if (!config.NATS_PREFIX) return;
  const nc = await connect({ servers: config.NATS_URL.split(',') });
  const manager = await jetstreamManager(nc);
  for await (const name of manager.streams.names()) {
    if (name.startsWith(`${config.NATS_PREFIX}-`)) await manager.streams.delete(name);
  }
  await nc.close();
}
