import {
  platformConsumers,
  type DeclaredConsumer,
  type StreamLimits,
} from '@leadping/service-kit/streams/declare-streams';
import { keepStreams, type StreamKeeper } from '@leadping/service-kit/streams/keep-streams';
import { natsAddress } from '@leadping/service-kit/messaging/nats-connection';
import type { BaseConfig } from '@leadping/service-kit/process/config';

/** Small limits, because many stacks share one server and NATS reserves the full size of each stream. */
const LIMITS: StreamLimits = { replicas: 1, maxBytes: 16 * 2 ** 20 };
const LOOK_MS = 200;

const keepers = new Map<string, StreamKeeper>();

/**
 * Declares the streams of the stack under test and keeps them until `dropStack`, as the platform's own process
 * does. A second call for the same stack replaces the first.
 * @param consumers default to those of every service
 */
export async function openTestStreams(
  config: BaseConfig,
  consumers: readonly DeclaredConsumer[] = platformConsumers(),
  limits: Partial<StreamLimits> = {},
): Promise<void> {
  await closeTestStreams(config);
  const keeper = keepStreams({
    address: natsAddress(config),
    prefix: config.NATS_PREFIX,
    limits: { ...LIMITS, ...limits },
    consumers,
    onChange: () => {},
    lookMs: LOOK_MS,
  });
  keepers.set(config.NATS_PREFIX, keeper);
  await keeper.declared;
}

export async function closeTestStreams({ NATS_PREFIX }: BaseConfig): Promise<void> {
  await keepers.get(NATS_PREFIX)?.close();
  keepers.delete(NATS_PREFIX);
}
