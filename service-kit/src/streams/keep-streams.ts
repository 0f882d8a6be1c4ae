import type { NatsConnection } from '@nats-io/transport-node';
import { setTimeout as pause } from 'node:timers/promises';
import { LoneServer } from '../messaging/lone-server.ts';
import { countServers, dialNats, type NatsAddress } from '../messaging/nats-connection.ts';
import { declareStreams, type StreamLimits, type StreamPlan } from './declare-streams.ts';

/** The only NATS user that may declare streams and consumers. */
export const STREAMS_USER = 'streams';

interface KeepOptions extends Omit<StreamPlan, 'subjectOf'> {
  address: NatsAddress;
  /** Put before every stream and subject. */
  prefix: string;
  /** Called where declaring fails, once for an outage, and without an error once it works again. */
  onChange: (failure?: unknown) => void;
  /** Between two looks, in ms. */
  lookMs?: number;
}

export interface StreamKeeper {
  /** Resolves once everything was declared for the first time. */
  declared: Promise<void>;
  close: () => Promise<void>;
}

/** The limits as the environment sets them. */
export const streamLimits = (config: {
  NATS_REPLICAS: number;
  NATS_STREAM_MAX_MB: number;
}): StreamLimits => ({
  replicas: config.NATS_REPLICAS,
  maxBytes: Math.floor(config.NATS_STREAM_MAX_MB * 2 ** 20),
});

const LOOK_MS = 5000;
const RETRY_MS = 500;

/** Declares streams and consumers, and again whenever they are missing: NATS may lose its store, and an operator may remove one. */
export function keepStreams({
  address,
  prefix,
  onChange,
  lookMs = LOOK_MS,
  ...plan
}: KeepOptions): StreamKeeper {
  const closing = new AbortController();
  const { signal } = closing;
  const subjectOf = (name: string) => (prefix ? `${prefix}-${name}` : name);
  let onDeclared = () => {};
  const declared = new Promise<void>((resolve) => (onDeclared = resolve));

  const keep = async () => {
    const loneServer = new LoneServer();
    let connection: NatsConnection | undefined;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        connection ??= await dialNats(address, STREAMS_USER);
        await declareStreams(connection, { ...plan, subjectOf });
        loneServer.replied();
        if (isFailing) onChange();
        isFailing = false;
        onDeclared();
      } catch (err) {
        if (!isFailing && !signal.aborted) onChange(err);
        isFailing = true;
        const servers = connection ? countServers(address, connection) : 0;
        if (connection?.isClosed() || loneServer.failed(err, servers)) {
          await connection?.close();
          connection = undefined;
        }
      }
      await pause(isFailing ? RETRY_MS : lookMs, undefined, { signal }).catch(() => {});
    }
    await connection?.close();
  };
  const keeping = keep();
  return {
    declared,
    close: () => {
      closing.abort();
      return keeping;
    },
  };
}
