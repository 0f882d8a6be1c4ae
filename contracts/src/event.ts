import type { z } from 'zod';
import type { ServiceName } from './services.ts';

/**
 * A fact that one service tells the others. The subject is `<service>.<noun>.<past-tense>`; a breaking change of the
 * payload is a new version, told beside the old one until nobody reads it.
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

/** A question from one service to another, answered over NATS request-reply. */
export interface QuestionContract<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  answeredBy: ServiceName;
  subject: `ask.${string}`;
  question: Q;
  answer: A;
}

export function defineQuestion<Q extends z.ZodType, A extends z.ZodType>(
  question: QuestionContract<Q, A>,
): QuestionContract<Q, A> {
  return question;
}
