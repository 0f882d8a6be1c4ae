import type { z } from 'zod';
import type { ServiceName } from './services.ts';

/**
 * A fact that one service publishes to others. The subject is `<service>.<noun>.<past-tense>`. A breaking change of
 * the payload is a new version, published in parallel until no consumer reads the old one.
 */
export interface EventContract<S extends z.ZodType = z.ZodType> {
  producer: ServiceName;
  subject: `${string}.${string}.${string}`;
  version: number;
  payload: S;
}

export function defineEvent<S extends z.ZodType>(event: EventContract<S>): EventContract<S> {
  return event;
}

export type PayloadOf<E extends EventContract> = z.output<E['payload']>;

/** A request from one service to another and its reply, over NATS request-reply. */
export interface RequestContract<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  responder: ServiceName;
  subject: `rpc.${string}`;
  request: Q;
  reply: A;
}

export function defineRequest<Q extends z.ZodType, A extends z.ZodType>(
  request: RequestContract<Q, A>,
): RequestContract<Q, A> {
  return request;
}
