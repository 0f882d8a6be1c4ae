import type { Actor } from '@leadping/contracts/actor';
import type { BaseConfig } from '@leadping/service-kit/process/config';
import { platformConsumers, type DeclaredConsumer } from '@leadping/service-kit/streams/declare-streams';
import type { Service } from '@leadping/service-kit/process/service';
import mongoose, { type Connection } from 'mongoose';
import { dropStack } from './drop-stack.ts';
import { actorHeaders, testActor } from './people.ts';
import { openTestStreams } from './test-streams.ts';
import { send, type Reply, type SendOptions } from './send.ts';

/** A service on a free port with its database, and requests as the gateway forwards them. */
export interface ServiceUnderTest {
  readonly url: string;
  database: Connection;
  /** Sends a request as this person, or anonymously for null. */
  as: (actor: Partial<Actor> | null, path: string, options?: SendOptions) => Promise<Reply>;
  /** Runs a job of the service by its name now. */
  runJob: Service['runJob'];
  /** Closes the service and starts another one with the same data. */
  restart: () => Promise<void>;
  /** Closes the service and the given companions, then removes the stack's data. */
  close: (...beside: { close: () => Promise<unknown> }[]) => Promise<void>;
}

/**
 * @param name for example `commerce`: the name of its database, and with the prefix `svc-` of the service
 * @param consumers default to the service's own
 */
export async function startService<C extends BaseConfig>(
  name: 'identity' | 'commerce' | 'licensing' | 'support',
  config: C,
  build: (config: C) => Promise<Service>,
  consumers: readonly DeclaredConsumer[] = platformConsumers([`svc-${name}`]),
): Promise<ServiceUnderTest> {
  await openTestStreams(config, consumers);
  let service = await build(config);
  let url = await service.listen();
  const database = await mongoose
    .createConnection(config.MONGODB_URI, { dbName: `${config.DATABASE_PREFIX}${name}` })
    .asPromise();
  return {
    get url() {
      return url;
    },
    database,
    as: async (actor, path, options = {}) => {
      const headers = actor ? await actorHeaders(testActor(actor), `svc-${name}`) : {};
      return send(`${url}${path}`, { ...options, headers: { ...headers, ...options.headers } });
    },
    runJob: (job) => service.runJob(job),
    restart: async () => {
      await service.close();
      service = await build(config);
      url = await service.listen();
    },
    close: async (...beside) => {
      await service.close();
      await Promise.all([database, ...beside].map((each) => each.close()));
      await dropStack(config);
    },
  };
}
